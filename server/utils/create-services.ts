import { setTimeout as delay } from 'node:timers/promises'
import { resolveModel } from '#layers/northlight/server/agent/models/model-registry.ts'
import { agentTools } from '#layers/northlight/server/agent/tools/tool-registry.ts'
import { executors } from '#layers/northlight/server/approvals/executors/executor-registry.ts'
import { requestAction } from '#layers/northlight/server/approvals/request-action.ts'
import { createJobQueue } from '#layers/northlight/server/jobs/create-job-queue.ts'
import type { JobQueue } from '#layers/northlight/server/jobs/job-queue.ts'
import { jobs as allJobs } from '#layers/northlight/server/jobs/job-registry.ts'
import { createLimits } from '#layers/northlight/server/limits/create-limits.ts'
import type { Limits } from '#layers/northlight/server/limits/create-limits.ts'
import { startNode } from '#layers/northlight/server/nodes/start-node.ts'
import { createLog } from '#layers/northlight/server/logs/create-log.ts'
import type { Log } from '#layers/northlight/server/logs/log.ts'
import { createReportTurns } from '#layers/northlight/server/reports/report-turns.ts'
import { createLazyAuth } from '#layers/northlight/server/people/create-lazy-auth.ts'
import { createAccessWatcher } from '#layers/northlight/server/people/watch-access.ts'
import { createSecretMasker } from '#layers/northlight/server/secrets/create-secret-masker.ts'
import type { MigrationFile } from '#layers/northlight/server/store/migrations/migration-file.ts'
import { openDatabase } from '#layers/northlight/server/store/open-database.ts'
import type { Database } from '#layers/northlight/server/store/open-database.ts'
import { seedWorkspace } from '#layers/northlight/server/store/seed-workspace.ts'
import type { LiveTurns } from '#layers/northlight/server/stream/live-turns.ts'
import { openTracing } from '#layers/northlight/server/telemetry/open-tracing.ts'
import { systemClock } from './clock.ts'
import type { Environment } from './env.ts'
import { randomIds } from './id-source.ts'
import type { Services } from './services.ts'

export interface ServiceOptions {
  environment: Environment
  migrations: MigrationFile[]
  /** The embedded database ended by itself: nothing more will be stored. */
  onDatabaseFailure?(error: Error): void
  overrides?: ServiceOverrides
}

/** For tests: what replaces the real parts. */
type ServiceOverrides = Partial<Pick<Services, 'model' | 'modelName' | 'titleModel' | 'jobs' | 'limits' | 'log' | 'tools' | 'gate' | 'executors' | 'clock' | 'ids' | 'wait' | 'database'> & {
  /** Between two looks at who may still read. In milliseconds. */
  accessIntervalMs: number
}>

/** How long a start waits for a server that is just closing the same data folder. In milliseconds. */
const lockWaitMs = 3_000
/** How long turns may take to see that they are stopped. In milliseconds. */
const drainMs = 1_500

/**
 * Opens the database, seeds the workspace and settles what an earlier server left behind.
 *
 * @throws {StartError}
 */
export async function createServices({ environment, migrations, onDatabaseFailure, overrides = {} }: ServiceOptions): Promise<Services> {
  const parts = await createParts(environment, overrides)
  const { clock, ids, limits, log, tracing } = parts
  const database = overrides.database ?? await openOwnDatabase(environment, migrations, log, onDatabaseFailure)
  const principal = await seedWorkspace(database, ids, clock.now())
  const node = await startNode({ database, clock, environment })
  const auth = await createLazyAuth({ environment, database, ids })
  const access = createAccessWatcher({ database, clock, intervalMs: overrides.accessIntervalMs, onError: (error) => log.error('Who may still read what is open could not be looked up.', { error }) })
  const jobs = overrides.jobs ?? createOwnJobs(database, () => services)
  let isStopping = false
  const endStreams = () => {
    isStopping = true
    node.endStreams()
    // At the same time: all of it together is to take no longer than the longest of its parts.
    void jobs.close()
    return drain(node.parts.liveTurns)
  }
  const services: Services = {
    ...parts,
    ...node.parts,
    environment,
    database,
    jobs,
    localPrincipal: principal,
    gate: overrides.gate ?? ((asker, request) => requestAction(services, asker, request)),
    auth,
    access,
    isStopping: () => isStopping,
    endStreams,
    async close() {
      access.close()
      await endStreams()
      await node.close()
      await jobs.close()
      await limits.close()
      await tracing.close()
      await database.close()
    },
  }
  jobs.start()
  return services
}

/** What needs no database. */
async function createParts(environment: Environment, overrides: Partial<Services>) {
  const model = overrides.model ?? resolveModel(environment)
  const secrets = createSecretMasker(environment)
  const log = overrides.log ?? createLog({ environment, secrets })
  return {
    log,
    secrets,
    tracing: await openTracing(environment, secrets),
    model,
    modelName: overrides.modelName ?? environment.NORTHLIGHT_MODEL,
    titleModel: overrides.titleModel ?? model,
    clock: overrides.clock ?? systemClock,
    ids: overrides.ids ?? randomIds,
    wait: overrides.wait ?? delay,
    tools: overrides.tools ?? agentTools,
    executors: overrides.executors ?? executors,
    limits: overrides.limits ?? createOwnLimits(environment, log),
    reportTurns: createReportTurns(),
  }
}

function openOwnDatabase(environment: Environment, migrations: MigrationFile[], log: Log, onEmbeddedFailure?: (error: Error) => void): Promise<Database> {
  return openDatabase({
    databaseUrl: environment.DATABASE_URL,
    databaseOwnerUrl: environment.DATABASE_OWNER_URL,
    dataFolder: environment.NORTHLIGHT_DATA_DIR,
    templatePath: environment.NORTHLIGHT_DATABASE_TEMPLATE,
    lockWaitMs,
    migrations,
    log,
    onEmbeddedFailure,
  })
}

function createOwnLimits({ REDIS_URL }: Environment, log: Log): Limits {
  const onStoreError = (error: Error) => log.warn('Redis is gone: this server counts requests by itself until it is back.', { error })
  return createLimits({ redisUrl: REDIS_URL, onStoreError })
}

function createOwnJobs(database: Database, getServices: () => Services): JobQueue {
  const wanted = allJobs.filter((job) => job.isWanted?.(database) ?? true)
  return createJobQueue(database, wanted.map((job) => ({ ...job, run: (data, signal) => job.run(getServices(), data, signal) })))
}

async function drain(liveTurns: LiveTurns) {
  const turns = liveTurns.all()
  for (const turn of turns) turn.abort()
  const deadline = new Promise<void>((resolve) => setTimeout(resolve, drainMs).unref())
  await Promise.race([Promise.all(turns.map((turn) => turn.ended)), deadline])
}
