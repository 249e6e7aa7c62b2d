import type { AgentModel } from '#layers/northlight/server/agent/models/model-registry.ts'
import type { AgentTool } from '#layers/northlight/server/agent/tools/define-tool.ts'
import type { TurnLeases } from '#layers/northlight/server/agent/turn-leases.ts'
import type { Gate } from '#layers/northlight/server/approvals/gate.ts'
import type { Executor } from '#layers/northlight/server/approvals/executors/executor.ts'
import type { EventBus } from '#layers/northlight/server/events/event-bus.ts'
import type { JobQueue } from '#layers/northlight/server/jobs/job-queue.ts'
import type { Limits } from '#layers/northlight/server/limits/create-limits.ts'
import type { NodeRelay } from '#layers/northlight/server/nodes/node-relay.ts'
import type { TurnChunkChannel } from '#layers/northlight/server/nodes/turn-chunk-channel.ts'
import type { TurnFollowers } from '#layers/northlight/server/nodes/turn-followers.ts'
import type { Log } from '#layers/northlight/server/logs/log.ts'
import type { ReportTurns } from '#layers/northlight/server/reports/report-turns.ts'
import type { Auth } from '#layers/northlight/server/people/create-auth.ts'
import type { AccessWatcher } from '#layers/northlight/server/people/watch-access.ts'
import type { SecretMasker } from '#layers/northlight/server/secrets/create-secret-masker.ts'
import type { Database } from '#layers/northlight/server/store/open-database.ts'
import type { LiveTurns } from '#layers/northlight/server/stream/live-turns.ts'
import type { Tracing } from '#layers/northlight/server/telemetry/tracing.ts'
import type { Clock } from './clock.ts'
import type { Environment } from './env.ts'
import type { IdSource } from './id-source.ts'
import type { Principal } from './principal.ts'

/** All that a running server works with: made once, handed down, never imported as state. */
export interface Services {
  readonly serverId: string
  readonly environment: Environment
  readonly log: Log
  readonly secrets: SecretMasker
  readonly tracing: Tracing
  readonly database: Database
  /** The turns that this server writes. */
  readonly liveTurns: LiveTurns
  /** Its right to write them. */
  readonly turnLeases: TurnLeases
  /** The turns that other servers write, for those who read them here. */
  readonly followers: TurnFollowers
  readonly relay: NodeRelay
  readonly chunkChannel: TurnChunkChannel
  /** Who is told of changes; `publishEvent` tells. */
  readonly events: EventBus
  readonly model: AgentModel
  readonly modelName: string
  /** The model that names chats: the same one, unless a test tells the two apart. */
  readonly titleModel: AgentModel
  readonly jobs: JobQueue
  /** How often who may do what. */
  readonly limits: Limits
  readonly reportTurns: ReportTurns
  readonly tools: readonly AgentTool[]
  readonly gate: Gate
  /** What carries actions out that came through the gate. */
  readonly executors: readonly Executor[]
  readonly clock: Clock
  readonly ids: IdSource
  /** Between two tries, in milliseconds; tests bring one that does not wait. */
  wait(milliseconds: number): Promise<unknown>
  readonly localPrincipal: Principal
  /** Passwords, sessions and keys: loaded when they are first asked for, since local mode rarely needs them. */
  auth(): Promise<Auth>
  /** Ends what is open when the right to it is gone. */
  readonly access: AccessWatcher
  isStopping(): boolean
  /** Takes no more turns, stops those that run and ends what holds connections open; resolves when the turns are stored. */
  endStreams(): Promise<void>
  /** Ends what runs, stores it as interrupted, and closes the database. */
  close(): Promise<void>
}
