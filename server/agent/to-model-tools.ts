import { tool } from 'ai'
import type { ToolSet } from 'ai'
import type { AgentTool } from './tools/define-tool.ts'

/**
 * The tools as a model sees them: without executors, so that no history and no provider can make one run.
 * The manner travels with each call's part from its first chunk on, and is never sent to the model.
 */
export function toModelTools(tools: readonly AgentTool[]): ToolSet {
  return Object.fromEntries(tools.map(({ name, description, input, manner }) => [
    name,
    tool({ description, inputSchema: input, metadata: { northlight: { manner } } }),
  ]))
}
