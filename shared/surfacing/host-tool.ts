import type { ToolManner } from '#layers/northlight/shared/messages/tool-manner.ts'
import type { ToolWords } from './tool-words-table.ts'

/** What a host says of a tool of its own, as data: enough to plan rows by, no component. */
export interface HostTool {
  /** Holds only where the part carries no manner of its own (`surfacing.md`, "Words"). */
  manner: ToolManner
  words?: ToolWords
}

/** By the tool's name. */
export type HostTools = ReadonlyMap<string, HostTool>
