import type { z } from 'zod'
import type { ToolManner } from '#layers/northlight/shared/messages/tool-manner.ts'
import type { Clock } from '#layers/northlight/server/utils/clock.ts'
import type { IdSource } from '#layers/northlight/server/utils/id-source.ts'
import type { Principal } from '#layers/northlight/server/utils/principal.ts'
import type { Database } from '#layers/northlight/server/store/open-database.ts'

/** What a tool works with: always on behalf of one person, in one chat. */
export interface ToolContext {
  database: Database
  principal: Principal
  chatId: string
  clock: Clock
  ids: IdSource
  /** Aborted when the person stops the turn. */
  signal: AbortSignal
}

export interface ToolDefinition<Schema extends z.ZodType = z.ZodType, Output = unknown> {
  /** As the model calls it: snake case, a verb and a noun. */
  name: string
  /** For the model: what it does, when to use it, when not to. */
  description: string
  manner: ToolManner
  input: Schema
  /** Set on a tool that acts outward: its calls go to the gate and may wait for a person. */
  actionKind?: string
  /** Set on a tool after which the model is not asked again: the next word is the person's. */
  endsTurn?: boolean
  run(input: z.infer<Schema>, context: ToolContext): Promise<Output>
}

/** A tool with its types forgotten, as the registry holds it: input is parsed again before it runs. */
export interface AgentTool extends Omit<ToolDefinition, 'run'> {
  run(input: unknown, context: ToolContext): Promise<unknown>
}

/** One tool, one file: what it is and what it does. */
export function defineTool<Schema extends z.ZodType, Output>(definition: ToolDefinition<Schema, Output>): AgentTool {
  return { ...definition, run: (input, context) => definition.run(definition.input.parse(input), context) }
}
