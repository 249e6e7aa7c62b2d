import type { UIMessageChunk } from 'ai'
import type { StoredMessage } from '#layers/northlight/shared/messages/stored-message.ts'
import { createLiveTurn } from './live-turn.ts'
import type { LiveTurn } from './live-turn.ts'

type Part = StoredMessage['parts'][number]

/** A settled turn as a stream again: the fewest chunks that a reader's reducer makes the same message of. */
export function toReplay(turn: { id: string, chatId: string }, message: StoredMessage): LiveTurn {
  const live = createLiveTurn({ turnId: turn.id, chatId: turn.chatId, messageId: message.id })
  live.append({ type: 'start', messageId: message.id, messageMetadata: message.metadata })
  for (const [index, part] of message.parts.entries()) {
    for (const chunk of toChunks(part, String(index))) live.append(chunk as UIMessageChunk)
  }
  live.append({ type: 'finish', messageMetadata: message.metadata })
  live.end()
  return live
}

/** Chunks by the names of the SDK's wire format; what a part does not have is left out. */
type Chunk = Record<string, unknown>

function toChunks(part: Part, id: string): Chunk[] {
  if (part.type === 'step-start') return [{ type: 'start-step' }]
  if (part.type === 'text' || part.type === 'reasoning') return toTextChunks(part, typeof part.id === 'string' ? part.id : id)
  if (part.type === 'dynamic-tool' || part.type.startsWith('tool-')) return toToolChunks(part)
  return [part]
}

function toTextChunks(part: Part, id: string): Chunk[] {
  const { type, text, providerMetadata, citations } = part
  return [{ type: `${type}-start`, id, providerMetadata }, { type: `${type}-delta`, id, delta: String(text) }, { type: `${type}-end`, id, citations }]
}

function toToolChunks(part: Part): Chunk[] {
  const { toolCallId } = part
  const isDynamic = part.type === 'dynamic-tool'
  return [
    {
      type: 'tool-input-available',
      toolCallId,
      toolName: isDynamic ? part.toolName : part.type.slice('tool-'.length),
      dynamic: isDynamic,
      input: part.input,
      title: part.title,
      toolMetadata: part.toolMetadata,
      providerExecuted: part.providerExecuted,
      providerMetadata: part.callProviderMetadata,
    },
    ...toApprovalChunks(part),
    ...resultChunks[String(part.state)]?.(part) ?? [],
  ]
}

const resultChunks: Record<string, (part: Part) => Chunk[]> = {
  'output-available': ({ toolCallId, output, preliminary, resultProviderMetadata }) => [{ type: 'tool-output-available', toolCallId, output, preliminary, providerMetadata: resultProviderMetadata }],
  'output-error': ({ toolCallId, errorText, resultProviderMetadata }) => [{ type: 'tool-output-error', toolCallId, errorText: String(errorText), providerMetadata: resultProviderMetadata }],
  'output-denied': ({ toolCallId }) => [{ type: 'tool-output-denied', toolCallId }],
}

function toApprovalChunks({ toolCallId, approval }: Part): Chunk[] {
  if (typeof approval !== 'object' || approval === null) return []
  const { id, descriptor, requestReason, approved, reason, ...rest } = approval as Record<string, unknown>
  const request = { type: 'tool-approval-request', toolCallId, approvalId: id, approvalDescriptor: descriptor, reason: requestReason, ...rest }
  return approved === undefined ? [request] : [request, { type: 'tool-approval-response', approvalId: id, approved, reason }]
}
