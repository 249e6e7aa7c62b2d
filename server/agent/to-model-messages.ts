import { convertToModelMessages } from 'ai'
import type { DynamicToolUIPart, ModelMessage, TextUIPart, UIMessage } from 'ai'
import { z } from 'zod'
import type { StoredMessage } from '#layers/northlight/shared/messages/stored-message.ts'
import type { CallResult } from '#layers/northlight/server/approvals/to-call-result.ts'
import { toFileParts } from './to-file-parts.ts'
import type { ConversationFiles } from './to-file-parts.ts'

type Part = StoredMessage['parts'][number]
type ModelPart = UIMessage['parts'][number]

const textPartSchema = z.object({ type: z.literal('text'), text: z.string().refine((text) => text.trim() !== '') })
/** As providers name tools: one that is called otherwise would have the whole conversation refused. */
const toolNameSchema = z.string().regex(/^[\w-]{1,64}$/)
const toolPartSchema = z.object({
  type: z.string(),
  state: z.enum(['output-available', 'output-error']),
  toolCallId: z.string().min(1),
  toolName: z.unknown().optional(),
  input: z.unknown().optional(),
  output: z.unknown().optional(),
  errorText: z.string().catch('It failed.'),
})
const askedPartSchema = z.object({ toolCallId: z.string(), approval: z.object({ id: z.string() }) })
const inputSchema = z.record(z.string(), z.unknown())

export interface HistoryContext {
  /** What a person attached. */
  files?: ConversationFiles
  /** What came of the chat's own asks, by their rows: whatever a message says of one. */
  approvals?: ReadonlyMap<string, CallResult>
}

/**
 * The one way that history takes to a model: what was said, the files that a person attached, and calls with their results. What carries authority or
 * never ended stays behind: approvals without a row of this chat, an imported chat's own instructions and provider
 * settings, unfinished calls, reasoning that a provider would have to have signed.
 */
export async function toModelMessages(history: readonly StoredMessage[], { files = { files: new Map(), takenTypes: [] }, approvals = new Map() }: HistoryContext = {}): Promise<ModelMessage[]> {
  const toUniqueId = createUniqueIds()
  const messages = history
    .filter((message) => message.role !== 'system')
    .map(({ role, parts }) => ({ role, parts: parts.flatMap((part) => role === 'user' && part.type === 'file' ? toFileParts(part, files) : toModelParts(part, role, approvals, toUniqueId)) }))
    .filter((message) => message.parts.some((part) => part.type !== 'step-start'))
  return convertToModelMessages(messages)
}

function toModelParts(part: Part, role: StoredMessage['role'], approvals: ReadonlyMap<string, CallResult>, toUniqueId: (id: string) => string): ModelPart[] {
  if (part.type === 'text') return toTextParts(part)
  if (role !== 'assistant') return []
  if (part.type === 'step-start') return [{ type: 'step-start' }]
  return toToolParts(toDecidedPart(part, approvals), toUniqueId)
}

function toTextParts(part: Part): TextUIPart[] {
  const { data } = textPartSchema.safeParse(part)
  return data ? [data] : []
}

/** A call that was asked about, with what its row says came of it. */
function toDecidedPart(part: Part, approvals: ReadonlyMap<string, CallResult>): Part {
  const asked = askedPartSchema.safeParse(part).data
  const result = asked && approvals.get(asked.approval.id)
  return asked && result?.toolCallId === asked.toolCallId ? { ...part, ...result.part } : part
}

function toToolParts(part: Part, toUniqueId: (id: string) => string): DynamicToolUIPart[] {
  const { data } = toolPartSchema.safeParse(part)
  const name = toolNameSchema.safeParse(part.type.startsWith('tool-') ? part.type.slice('tool-'.length) : part.type === 'dynamic-tool' && part.toolName).data
  if (!data || name === undefined) return []
  const call = { type: 'dynamic-tool' as const, toolName: name, toolCallId: toUniqueId(data.toolCallId), input: inputSchema.safeParse(data.input).data ?? {} }
  if (data.state === 'output-error') return [{ ...call, state: data.state, errorText: data.errorText }]
  return [{ ...call, state: data.state, output: data.output ?? null }]
}

/** Calls are told apart by their ids, which some providers and transcripts give twice. */
function createUniqueIds() {
  const counts = new Map<string, number>()
  const toUniqueId = (id: string): string => {
    const count = (counts.get(id) ?? 0) + 1
    counts.set(id, count)
    return count === 1 ? id : toUniqueId(`${id}-${count}`)
  }
  return toUniqueId
}
