import type { StoredMessage } from '#layers/northlight/shared/messages/stored-message.ts'
import type { AgentTool } from './tools/define-tool.ts'

/**
 * Whether what is being answered holds text from outside, since the person last spoke: a file that they brought, or the
 * result of a tool that reads such. After that nothing outward is done without a person (`approvals.md`, "The gate").
 */
export function hasReadOutside(messages: readonly StoredMessage[], tools: readonly AgentTool[]): boolean {
  const lastSaid = messages.findLastIndex(({ role }) => role === 'user')
  return messages.slice(Math.max(lastSaid, 0)).some(({ role, parts }) => parts.some((part) => role === 'user' ? part.type === 'file' : readsOutside(toToolName(part), tools)))
}

/** A tool that is not known may have read anything. */
export function readsOutside(toolName: string | undefined, tools: readonly AgentTool[]): boolean {
  if (toolName === undefined) return false
  const tool = tools.find(({ name }) => name === toolName)
  return !tool || tool.readsOutside === true
}

function toToolName(part: StoredMessage['parts'][number]): string | undefined {
  if (part.type === 'dynamic-tool') return String(part.toolName)
  return part.type.startsWith('tool-') ? part.type.slice('tool-'.length) : undefined
}
