import type { Database } from '#layers/northlight/server/store/open-database.ts'
import type { Services } from '#layers/northlight/server/utils/services.ts'
import type { JobKind } from './job-queue.ts'

export interface JobDefinition<Data extends object> extends JobKind<Data> {
  /** When it comes by itself, as cron has it, by the server's own clock; what was missed while no server ran comes once at the next start. */
  cron?: string
  /** Whether it comes at each start of a server, too. */
  atStart?: true
  /** How often a job is begun again that failed, or whose server ended. */
  retries: number
  /** A job that takes longer counts as failed. In seconds. */
  mostSeconds: number
  /** So many jobs at once in one server. */
  workers: number
  /** What another server sent, and what is tried again, waits at most for so long; what this one sends is taken at once. In seconds. */
  pollSeconds: number
  /** Whether there is any use for it on this database; without it always. */
  isWanted?(database: Database): boolean
  /** May run twice for one job, when a server ends between its work and its mark: the second time must change nothing. `signal` says that the server stops. */
  run(services: Services, data: Data, signal: AbortSignal): Promise<unknown>
}

/** A job with its type forgotten, as the registry holds it: what it carries is parsed again before it runs. */
export interface AnyJob extends Omit<JobDefinition<object>, 'run'> {
  run(services: Services, data: unknown, signal: AbortSignal): Promise<unknown>
}

/** One kind of job, one file: when it comes, and what it does. */
export function defineJob<Data extends object>(definition: JobDefinition<Data>): AnyJob & JobKind<Data> {
  return { ...definition, run: (services, data, signal) => definition.run(services, definition.data.parse(data), signal) }
}
