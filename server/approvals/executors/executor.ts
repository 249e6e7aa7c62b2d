import type { JSONValue } from 'ai'
import type { ActionTarget } from '#layers/northlight/shared/approvals/action.ts'
import type { Log } from '#layers/northlight/server/logs/log.ts'
import type { SecretMasker } from '#layers/northlight/server/secrets/create-secret-masker.ts'
import type { Database } from '#layers/northlight/server/store/open-database.ts'
import type { Clock } from '#layers/northlight/server/utils/clock.ts'
import type { Environment } from '#layers/northlight/server/utils/env.ts'
import type { IdSource } from '#layers/northlight/server/utils/id-source.ts'

/** One action that a person, or a rule, has let go out: the frozen bytes, and nothing else, are carried out. */
export interface ExecutionOrder {
  approvalId: string
  organizationId: string
  /** For whom it was asked. */
  createdBy: string
  /** What was made since, such as a connection, was not what was shown. */
  askedAt: Date
  kind: string
  target: ActionTarget
  /** As the kind's schema has it: parse it again. */
  body: unknown
  /** To be written into the target, in a form that `find` finds: unique, of letters, digits and dashes. */
  marker: string
}

export interface ExecutionResult {
  /** What happened, in words for people: "Commented on acme/shop#12". */
  note: string
  /** Where it can be looked at. */
  url: string | null
  /** What the model reads. */
  outcome: JSONValue
}

export interface ExecutionContext {
  database: Database
  clock: Clock
  ids: IdSource
  log: Log
  environment: Environment
  secrets: SecretMasker
  /** Aborted when it takes too long or the server stops. */
  signal: AbortSignal
}

/** It is certain that nothing was done: the words are for people. Whatever else an executor throws, nobody knows. */
export class ActionFailure extends Error {
  override readonly name = 'ActionFailure'
}

/** What carries out one kind of action, or several. One file each. */
export interface Executor {
  kinds: readonly string[]
  /**
   * Looks at the target before anything is done there. Undefined: it is as it should be; otherwise why not, for people,
   * as "acme/shop#12 is closed". Whatever it throws, nothing was done.
   */
  check(order: ExecutionOrder, context: ExecutionContext): Promise<string | undefined>
  /** Does it, once, with the marker in it. */
  run(order: ExecutionOrder, context: ExecutionContext): Promise<ExecutionResult>
  /**
   * Looks for the marker in the target; undefined: it is not there. Without it, a target can't be searched: whoever
   * settles it has to look themselves.
   */
  find?(order: ExecutionOrder, context: ExecutionContext): Promise<ExecutionResult | undefined>
}
