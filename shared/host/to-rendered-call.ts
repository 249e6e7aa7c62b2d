import type { ToolCall, ToolLineState, UserFacingRow } from '#layers/northlight/shared/surfacing/surfacing-rows.ts'
import type { RenderedCall } from './tool-renderers.ts'

/** The states that a host may draw; what failed, was refused or is asked about is ours to show, so that it can't be missed. */
const drawableStates: ReadonlyMap<string, ToolLineState> = new Map<string, ToolLineState>([
  ['input-streaming', 'running'],
  ['input-available', 'running'],
  ['output-available', 'done'],
])

/** A user-facing call as a host may draw it whole; nothing where it may not. */
export function toRenderedRow({ slot, part }: UserFacingRow): RenderedCall | undefined {
  const state = drawableStates.get(part.state ?? '')
  const isCall = slot === 'tool' || slot === 'receipt'
  if (!isCall || part.toolName === undefined || state === undefined || part.approval !== undefined) return undefined
  return {
    toolName: part.toolName,
    ...(part.toolCallId === undefined ? {} : { toolCallId: part.toolCallId }),
    state,
    input: part.input,
    output: part.output,
  }
}

/** Any other call as a host may draw its details; nothing for one that failed or was stopped. */
export function toRenderedDetails({ toolName, toolCallId, state, input, output }: ToolCall): RenderedCall | undefined {
  if (state === 'failed' || state === 'stopped') return undefined
  return { toolName, ...(toolCallId === undefined ? {} : { toolCallId }), state, input, output }
}
