import { readFileSync, readdirSync } from 'node:fs'
import { z } from 'zod'
import type { PacedStep } from '#layers/northlight/tests/e2e/support/paced-model.ts'

const pieceSchema = z.union([
  z.strictObject({ think: z.string() }),
  z.strictObject({ say: z.string() }),
  z.strictObject({ call: z.string(), tool: z.string(), input: z.record(z.string(), z.unknown()) }),
])

const turnSchema = z.strictObject({
  steps: z.array(z.strictObject({
    pieces: z.array(pieceSchema),
    /** The connection to the model ends in mid-sentence. */
    breaksOff: z.boolean().optional(),
  })),
  /** The reader stops the turn when these words are on the page. */
  stopAt: z.string().optional(),
})

type Piece = z.infer<typeof pieceSchema>

/** What a model said in one turn, request by request. */
export type RecordedTurn = z.infer<typeof turnSchema>

const folder = new URL('../../../fixtures/turns/', import.meta.url)

/** By name; a question that begins with the name is answered with the turn. */
export const recordedTurns: Readonly<Record<string, RecordedTurn>> = Object.fromEntries(readdirSync(folder).map((file) => [
  file.replace('.json', ''), turnSchema.parse(JSON.parse(readFileSync(new URL(file, folder), 'utf8'))),
]))

/** What the model says next in the turn that the question names, after so many results of tools. */
export function toRecordedStep(answered: number, question: string): PacedStep {
  const name = Object.keys(recordedTurns).find((candidate) => question.includes(candidate))
  const steps = name === undefined ? [] : recordedTurns[name]?.steps ?? []
  let before = 0
  const step = steps.find(({ pieces }) => {
    const isNext = before === answered
    before += pieces.filter((piece) => 'call' in piece).length
    return isNext
  })
  if (!step) throw new Error(`No recorded turn goes on after ${answered} results: ${question}`)
  let calls = 0
  const deltas = step.pieces.flatMap((piece) => toDeltas(piece, () => calls++))
  return { deltas, calls: calls > 0, breaksOff: step.breaksOff ?? false }
}

/** Text comes by the word, as tokens do; a call whole. */
function toDeltas(piece: Piece, toIndex: () => number): Record<string, unknown>[] {
  if ('think' in piece) return toWords(piece.think).map((word) => ({ reasoning_content: word }))
  if ('say' in piece) return toWords(piece.say).map((word) => ({ content: word }))
  return [{ tool_calls: [{ index: toIndex(), id: piece.call, type: 'function', function: { name: piece.tool, arguments: JSON.stringify(piece.input) } }] }]
}

function toWords(text: string): string[] {
  return text.match(/\s*\S+\s*?(?=\s|$)/g) ?? []
}
