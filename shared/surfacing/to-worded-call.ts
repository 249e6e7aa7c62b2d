import type { HostTools } from './host-tool.ts'
import type { ToolLineState, UserFacingPart } from './surfacing-rows.ts'
import type { WordedCall } from './tool-words.ts'

const callStates: ReadonlyMap<string, ToolLineState> = new Map<string, ToolLineState>([
  ['input-streaming', 'running'],
  ['input-available', 'running'],
  ['output-available', 'done'],
  ['output-error', 'failed'],
  ['output-denied', 'stopped'],
])

/** A part of a user-facing tool as a call to put into words; a part that is no call reads as done. */
export function toWordedCall(part: UserFacingPart, tools?: HostTools): WordedCall {
  const toolName = part.toolName ?? part.type
  const words = tools?.get(toolName)?.words
  return {
    toolName,
    ...(words ? { words } : {}),
    state: callStates.get(part.state ?? '') ?? 'done',
    input: part.input ?? part.data,
    output: part.output,
    errorText: part.errorText,
  }
}
