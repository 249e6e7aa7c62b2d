import { z } from 'zod/mini'

/** What a call says that its turn left unfinished (`surfacing.md`, "The plan", settling). */
export const stoppedErrorText = 'Stopped before it finished'

/** As much of a message as settling reads; every `UIMessage` fits. */
interface SettleableMessage {
  parts: readonly unknown[]
}

const partSchema = z.looseObject({ type: z.string(), state: z.string() })
const answeredPartSchema = z.object({ approval: z.object({ approved: z.literal(false) }) })

type SettleablePart = z.infer<typeof partSchema>

/**
 * Ends what a finished turn left open: streaming text and reasoning become `done`, an unfinished call becomes
 * `output-error`, a waiting ask stays (`surfacing.md`, "The plan", settling). A call that was answered "no" and never
 * got its result becomes `output-denied`. Idempotent; gives the same object back when nothing is open; parts that it
 * does not know stay as they are.
 */
export function settleMessage<Message extends SettleableMessage>(message: Message): Message {
  if (!Array.isArray(message.parts)) return message
  const parts = message.parts.map(settlePart)
  if (parts.every((part, index) => part === message.parts[index])) return message
  return { ...message, parts }
}

function settlePart(part: unknown): unknown {
  const parsed = partSchema.safeParse(part)
  if (!parsed.success) return part
  if (parsed.data.type === 'text' || parsed.data.type === 'reasoning') return settleText(part, parsed.data)
  if (parsed.data.type === 'dynamic-tool' || parsed.data.type.startsWith('tool-')) return settleCall(part, parsed.data)
  return part
}

function settleText(part: unknown, data: SettleablePart): unknown {
  return data.state === 'streaming' ? { ...data, state: 'done' } : part
}

function settleCall(part: unknown, data: SettleablePart): unknown {
  const unfinished = data.state === 'input-streaming' || data.state === 'input-available'
  const answered = data.state === 'approval-responded' && data.output === undefined
  if (!unfinished && !answered) return part
  if (answered && answeredPartSchema.safeParse(part).success) return { ...data, state: 'output-denied' }
  const { rawInput: _rawInput, inputEncoding: _inputEncoding, ...kept } = data
  return { ...kept, state: 'output-error', errorText: stoppedErrorText }
}
