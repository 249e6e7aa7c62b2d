import type { ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { startFakeOpenai } from '#layers/northlight/tests/support/fake-openai.ts'
import type { FakeRequest } from '#layers/northlight/tests/support/fake-openai.ts'

/** One piece of a model's answer, as the protocol has it; or what makes it when its time has come. */
type Delta = Record<string, unknown> | (() => Record<string, unknown>)

export interface PacedStep {
  /** The pieces that this request is answered with. */
  deltas: Delta[]
  calls: boolean
  /** The connection ends after them, and the answer with it. */
  breaksOff?: boolean
}

export interface PacedModelOptions {
  /** Between two pieces, in milliseconds. */
  paceMs: number
  /** What a request is answered with; `answered` counts the results of tools that it brings. */
  toStep(answered: number, question: string): PacedStep
  /** Before each piece, with its number in its turn. */
  onPiece?(number: number): void
  /** No piece comes before this. */
  before?: Promise<void>
}

export interface PacedModel {
  /** For the server that is to ask this model. */
  readonly variables: Record<string, string>
  close(): Promise<void>
}

const title: PacedStep = { deltas: [{ content: 'A title' }], calls: false }

/** A model that answers a script, piece by piece, as fast as its pace. */
export async function startPacedModel({ paceMs, toStep, onPiece = () => {}, before }: PacedModelOptions): Promise<PacedModel> {
  const stopping = new AbortController()
  let number = 0
  const answer = async (request: FakeRequest['body'], response: ServerResponse) => {
    const question = request.messages.findLastIndex(({ role }) => role === 'user')
    const answered = request.messages.slice(question + 1).filter(({ role }) => role === 'tool').length
    if (answered === 0) number = 0
    // A title is asked for without tools, and is nobody's concern here.
    const { deltas, calls, breaksOff } = request.tools ? toStep(answered, readText(request.messages[question]?.content)) : title
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    if (request.tools) await before
    for (const delta of deltas) {
      if (request.tools) onPiece(number++)
      if (response.destroyed || stopping.signal.aborted) return
      write(response, { delta: { role: 'assistant', ...typeof delta === 'function' ? delta() : delta }, finish_reason: null })
      if (request.tools) await delay(paceMs, undefined, { signal: stopping.signal }).catch(() => {})
    }
    if (breaksOff) {
      response.destroy()
      return
    }
    write(response, { delta: {}, finish_reason: calls ? 'tool_calls' : 'stop' }, { usage: { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 } })
    response.end('data: [DONE]\n\n')
  }
  const provider = await startFakeOpenai((response) => {
    const request = provider.requests.pop()
    if (request) void answer(request.body, response)
  })
  return {
    variables: { NORTHLIGHT_MODEL: 'openai-compatible:paced', OPENAI_BASE_URL: provider.baseUrl, OPENAI_API_KEY: 'sk-test-0123456789abcdef' },
    async close() {
      stopping.abort()
      await provider.close()
    },
  }
}

function write(response: ServerResponse, choice: object, more: object = {}) {
  response.write(`data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', created: 1, model: 'paced', choices: [{ index: 0, ...choice }], ...more })}\n\n`)
}

function readText(content: unknown): string {
  return typeof content === 'string' ? content : JSON.stringify(content)
}

/** Words that can be told from each other, one a piece. */
export function words(name: string, count: number, field: 'content' | 'reasoning_content' = 'content'): Delta[] {
  return Array.from({ length: count }, (_, index) => ({ [field]: `${name}${index} ` }))
}

export function call(id: string, name: string, input: object): Delta {
  return { tool_calls: [{ index: 0, id, type: 'function', function: { name, arguments: JSON.stringify(input) } }] }
}
