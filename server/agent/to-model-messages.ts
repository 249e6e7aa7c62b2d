import { convertToModelMessages } from 'ai'
import type { ModelMessage } from 'ai'
import { toUiMessage } from '#layers/northlight/shared/messages/stored-message.ts'
import type { StoredMessage } from '#layers/northlight/shared/messages/stored-message.ts'

type Part = StoredMessage['parts'][number]

const spokenParts = new Set(['text', 'step-start'])
const answeredStates = new Set(['output-available', 'output-error'])

/**
 * The one way that history takes to a model. What carries authority or never ended stays behind: approvals
 * (none has a row of this chat yet), an imported chat's own instructions, unfinished calls, reasoning that a provider would have to have signed.
 */
export async function toModelMessages(history: readonly StoredMessage[]): Promise<ModelMessage[]> {
  const kept = history
    .filter((message) => message.role !== 'system')
    .map((message) => ({ ...message, parts: message.parts.filter(isForModel).map(withoutApproval) }))
    .filter((message) => message.parts.some((part) => part.type !== 'step-start'))
  return convertToModelMessages(kept.map(toUiMessage), { ignoreIncompleteToolCalls: true })
}

function isForModel(part: Part): boolean {
  if (part.type === 'text') return typeof part.text === 'string' && part.text !== ''
  if (spokenParts.has(part.type)) return true
  return isTool(part) && typeof part.toolCallId === 'string' && answeredStates.has(String(part.state))
}

function isTool(part: Part): boolean {
  return part.type === 'dynamic-tool' ? typeof part.toolName === 'string' : part.type.startsWith('tool-')
}

function withoutApproval(part: Part): Part {
  const { approval: _approval, ...rest } = part
  return rest
}
