import { NorthlightError } from '#layers/northlight/shared/errors/northlight-error.ts'
import type { ReportCounters, TestReport, TestResult } from '#layers/northlight/shared/reports/test-report.ts'
import type { Principal } from '#layers/northlight/server/utils/principal.ts'
import type { Transaction } from './message-store.ts'
import type { Database } from './open-database.ts'

export interface RunSummary extends ReportCounters {
  id: string
  title: string
  /** Epoch milliseconds. */
  uploadedAt: number
  isDemo: boolean
}

export interface NewRun {
  id: string
  report: TestReport
  fileName?: string
  isDemo: boolean
  uploadedAt: Date
}

/** Rows in one statement: small enough that turning them into SQL never holds the event loop for long. */
const batchSize = 40
/** A run that is not whole after so long was left behind by a server that ended. */
const savingMayTakeMs = 60 * 60_000

type Client = Database['prisma'] | Transaction

const summaryFields = {
  id: true, title: true, uploadedAt: true, isDemo: true, tests: true, passed: true, failed: true, skipped: true, flaky: true,
} as const

/**
 * Stores a run and all its results, or nothing. Each batch is a transaction of its own, so that others get their turn
 * on the embedded database's one connection; nobody reads the run before it is whole.
 */
export async function insertRun({ prisma }: Database, principal: Principal, run: NewRun): Promise<void> {
  await createRun(prisma, principal, run)
  try {
    await insertResults(prisma, principal, run)
    await setWhole(prisma, run.id)
  }
  catch (error) {
    await prisma.testRun.deleteMany({ where: { id: run.id } }).catch((failure: unknown) => console.error(`The torn run ${run.id} stays until a later start.`, failure))
    throw error
  }
}

/** Stores a small run as a part of the caller's transaction. */
export async function insertRunWithin(transaction: Transaction, principal: Principal, run: NewRun): Promise<void> {
  await createRun(transaction, principal, run)
  await insertResults(transaction, principal, run)
  await setWhole(transaction, run.id)
}

async function createRun(client: Client, principal: Principal, { report, ...run }: NewRun) {
  const { results: _results, counters, startedAt, ...facts } = report
  await client.testRun.create({
    data: {
      ...run, organizationId: principal.organizationId, createdBy: principal.userId, ...facts, ...counters, startedAt: startedAt === undefined ? null : new Date(startedAt),
    },
  })
}

async function insertResults(client: Client, { organizationId }: Principal, { id, report: { results } }: NewRun) {
  for (let start = 0; start < results.length; start += batchSize) {
    const batch = results.slice(start, start + batchSize)
    await client.testResult.createMany({
      data: batch.map((result, index) => ({ ...result, organizationId, runId: id, position: start + index })),
    })
  }
}

/** The run that is whole last is the latest one, however long ago it began. */
async function setWhole(client: Client, id: string) {
  await client.$executeRaw`UPDATE test_run SET is_whole = true, sequence = nextval(pg_get_serial_sequence('test_run', 'sequence')) WHERE id = ${id}`
}

/** Deletes what uploads left behind whose server ended, and gives how many runs that were. */
export async function deleteTornRuns({ prisma }: Database, now: number): Promise<number> {
  const { count } = await prisma.testRun.deleteMany({ where: { isWhole: false, uploadedAt: { lt: new Date(now - savingMayTakeMs) } } })
  return count
}

/** The newest runs, the last uploaded first. */
export async function listRuns(database: Database, principal: Principal, limit: number): Promise<RunSummary[]> {
  const rows = await database.prisma.testRun.findMany({
    where: { organizationId: principal.organizationId, isWhole: true },
    orderBy: { sequence: 'desc' },
    take: limit,
    select: summaryFields,
  })
  return rows.map(toRunSummary)
}

/**
 * One run's summary.
 *
 * @throws {NorthlightError} `run-not-found`
 */
export async function requireRun(database: Database, principal: Principal, id: string): Promise<RunSummary> {
  const row = await database.prisma.testRun.findFirst({ where: { id, organizationId: principal.organizationId, isWhole: true }, select: summaryFields })
  if (!row) throw new NorthlightError('run-not-found', { message: `There is no test run ${id}.` })
  return toRunSummary(row)
}

export type ResultRow = Pick<TestResult, 'suite' | 'name' | 'status' | 'flaky' | 'attempts'> & { durationMs: number | null, message: string | null }

export type ResultFilter = 'failed' | 'flaky' | 'skipped' | 'slowest'

const filters: Record<ResultFilter, { where: object, orderBy: object }> = {
  failed: { where: { status: 'failed' }, orderBy: { position: 'asc' } },
  flaky: { where: { flaky: true }, orderBy: { position: 'asc' } },
  skipped: { where: { status: 'skipped' }, orderBy: { position: 'asc' } },
  slowest: { where: { durationMs: { not: null } }, orderBy: [{ durationMs: 'desc' }, { position: 'asc' }] },
}

/** Some results of a run, in the report's order (or the slowest first), at most `limit`. */
export async function listResults(database: Database, runId: string, filter: ResultFilter, limit: number): Promise<ResultRow[]> {
  const { where, orderBy } = filters[filter]
  return database.prisma.testResult.findMany({
    where: { runId, run: { isWhole: true }, ...where },
    orderBy,
    take: limit,
    select: { suite: true, name: true, status: true, flaky: true, attempts: true, durationMs: true, message: true },
  })
}

function toRunSummary(row: Omit<RunSummary, 'uploadedAt'> & { uploadedAt: Date }): RunSummary {
  return { ...row, uploadedAt: row.uploadedAt.getTime() }
}
