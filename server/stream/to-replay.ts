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
    for (const chunk of toChunks(part, String(index))) live.append(chunk)
  }
  live.append({ type: 'finish' })
  live.end()
  return live
}

function toChunks(part: Part, id: string): UIMessageChunk[] {
  if (part.type === 'step-start') return [{ type: 'start-step' }]
  if (part.type === 'text' || part.type === 'reasoning') return toTextChunks(part.type, part, id)
  if (part.type === 'dynamic-tool' || part.type.startsWith('tool-')) return toToolChunks(part)
  return [part as UIMessageChunk]
}

function toTextChunks(type: 'text' | 'reasoning', part: Part, id: string): UIMessageChunk[] {
  return [
    { type: `${type}-start`, id: typeof part.id === 'string' ? part.id : id },
    { type: `${type}-delta`, id: typeof part.id === 'string' ? part.id : id, delta: String(part.text) },
    { type: `${type}-end`, id: typeof part.id === 'string' ? part.id : id },
  ]
}

function toToolChunks(part: Part): UIMessageChunk[] {
  const toolCallId = String(part.toolCallId)
  const call = {
    toolCallId,
    toolName: part.type === 'dynamic-tool' ? String(part.toolName) : part.type.slice('tool-'.length),
    dynamic: part.type === 'dynamic-tool',
    input: part.input,
    toolMetadata: part.toolMetadata,
  }
  const results: Record<string, UIMessageChunk> = {
    'output-available': { type: 'tool-output-available', toolCallId, output: part.output },
    'output-error': { type: 'tool-output-error', toolCallId, errorText: String(part.errorText) },
  }
  const result = results[String(part.state)]
  return [{ type: 'tool-input-available', ...call } as UIMessageChunk, ...(result ? [result] : [])]
}
