import type { z } from 'zod'
import type { Action } from '#layers/northlight/shared/approvals/action.ts'
import type { ToolManner } from '#layers/northlight/shared/messages/tool-manner.ts'
import type { SecretMasker } from '#layers/northlight/server/secrets/create-secret-masker.ts'
import type { Clock } from '#layers/northlight/server/utils/clock.ts'
import type { Environment } from '#layers/northlight/server/utils/env.ts'
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
  environment: Environment
  secrets: SecretMasker
  /** Aborted when the person stops the turn. */
  signal: AbortSignal
}

/** What a model and a reader see of a tool. */
interface ToolFace {
  /** As the model calls it: snake case, a verb and a noun. */
  name: string
  /** For the model: what it does, when to use it, when not to. */
  description: string
  manner: ToolManner
  input: z.ZodType
  /** Set on a tool after which the model is not asked again: the next word is the person's. */
  endsTurn?: boolean
  /** Set on a tool whose results hold what somebody outside wrote: after it nothing outward is done without a person. */
  readsOutside?: boolean
}

/** A tool that works inside the product, with its types forgotten, as the registry holds it: input is parsed again before it runs. */
export interface InnerTool extends ToolFace {
  run(input: unknown, context: ToolContext): Promise<unknown>
  actionKind?: undefined
}

/** A tool that acts outward: it says what is to be done, and the gate decides. It has nothing to run. */
export interface GatedTool extends ToolFace {
  manner: 'user-facing'
  actionKind: string
  /**
   * The action that a call asks for, whole.
   *
   * @throws {NorthlightError} in words for the model: the action can't be asked for
   */
  toAction(input: unknown, context: ToolContext): Promise<Action>
}

export type AgentTool = InnerTool | GatedTool

export interface InnerToolDefinition<Schema extends z.ZodType, Output> extends Omit<ToolFace, 'input'> {
  input: Schema
  run(input: z.infer<Schema>, context: ToolContext): Promise<Output>
}

/** One tool, one file: what it is and what it does. */
export function defineTool<Schema extends z.ZodType, Output>(definition: InnerToolDefinition<Schema, Output>): InnerTool {
  return { ...definition, run: (input, context) => definition.run(definition.input.parse(input), context) }
}

export interface GatedToolDefinition<Schema extends z.ZodType> extends Omit<ToolFace, 'input' | 'manner' | 'endsTurn' | 'readsOutside'> {
  input: Schema
  /** One of the kinds of `action-kind-registry`. */
  actionKind: string
  toAction(input: z.infer<Schema>, context: ToolContext): Promise<Action>
}

/** The same for a tool that acts outward: its calls are its reader's business from their first chunk on. */
export function defineGatedTool<Schema extends z.ZodType>(definition: GatedToolDefinition<Schema>): GatedTool {
  return { ...definition, manner: 'user-facing', toAction: (input, context) => definition.toAction(definition.input.parse(input), context) }
}
