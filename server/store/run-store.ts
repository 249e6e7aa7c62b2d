import { NorthlightError } from '#layers/northlight/shared/errors/northlight-error.ts'
import type { ReportCounters, ReportFacts, TestResult } from '#layers/northlight/shared/reports/test-report.ts'
import type { Principal } from '#layers/northlight/server/utils/principal.ts'
import type { ResultBatch } from '#layers/northlight/shared/reports/to-result-batches.ts'
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
  report: ReportFacts
  fileName?: string
  isDemo: boolean
  uploadedAt: Date
}

/** A run that is not whole after so long was left behind by a server that ended. */
const savingMayTakeMs = 60 * 60_000

type Client = Database['prisma'] | Transaction

type ResultBatches = Iterable<ResultBatch> | AsyncIterable<ResultBatch>

const summaryFields = {
  id: true, title: true, uploadedAt: true, isDemo: true, tests: true, passed: true, failed: true, skipped: true, flaky: true,
} as const

/**
 * Stores a run and all its results, as they come, or nothing. Each batch is a transaction of its own, so that others get their turn
 * on the embedded database's one connection; nobody reads the run before it is whole.
 */
export async function insertRun({ prisma, log }: Database, principal: Principal, run: NewRun, results: ResultBatches): Promise<void> {
  await createRun(prisma, principal, run)
  try {
    await insertResults(prisma, principal, run.id, results)
    await setWhole(prisma, run.id)
  }
  catch (error) {
    await deleteRun(prisma, run.id).catch((failure: unknown) => log.warn('A torn run stays until a later start.', { runId: run.id, error: failure }))
    throw error
  }
}

/** Stores a small run as a part of the caller's transaction. */
export async function insertRunWithin(transaction: Transaction, principal: Principal, run: NewRun, results: ResultBatches): Promise<void> {
  await createRun(transaction, principal, run)
  await insertResults(transaction, principal, run.id, results)
  await setWhole(transaction, run.id)
}

async function createRun(client: Client, principal: Principal, { report, ...run }: NewRun) {
  const { counters, startedAt, ...facts } = report
  await client.testRun.create({
    data: {
      ...run, organizationId: principal.organizationId, createdBy: principal.userId, ...facts, ...counters, startedAt: startedAt === undefined ? null : new Date(startedAt),
    },
  })
}

/** One statement a batch, with the rows as one text: what the event loop does for it doesn't grow with their number. */
async function insertResults(client: Client, { organizationId }: Principal, runId: string, batches: ResultBatches) {
  for await (const { json } of batches) {
    await client.$executeRaw`
      INSERT INTO test_result (run_id, organization_id, position, suite, name, file, line, status, flaky, attempts, duration_ms, message, detail)
      SELECT ${runId}, ${organizationId}, position, suite, name, file, line, status::test_status, flaky, attempts, "durationMs", message, detail
      FROM json_to_recordset(${json}::json) AS result(
        position int, suite text, name text, file text, line int, status text, flaky boolean, attempts int, "durationMs" float8, message text, detail text
      )`
  }
}

/** The run that is whole last is the latest one, however long ago it began. */
async function setWhole(client: Client, id: string) {
  await client.$executeRaw`UPDATE test_run SET is_whole = true, sequence = nextval(pg_get_serial_sequence('test_run', 'sequence')) WHERE id = ${id}`
}

/** Deletes what uploads left behind whose server ended, and gives how many runs that were. */
export async function deleteTornRuns({ prisma }: Database, now: number): Promise<number> {
  const torn = await prisma.testRun.findMany({ where: { isWhole: false, uploadedAt: { lt: new Date(now - savingMayTakeMs) } }, select: { id: true } })
  for (const { id } of torn) await deleteRun(prisma, id)
  return torn.length
}

/** A statement for so many results: millions at once would keep others waiting, and look like a database that is gone. */
const deletedAtOnce = 20_000

async function deleteRun(client: Client, id: string) {
  let deleted = 1
  while (deleted > 0) {
    deleted = await client.$executeRaw`
      DELETE FROM test_result WHERE run_id = ${id} AND position < (SELECT min(position) + ${deletedAtOnce} FROM test_result WHERE run_id = ${id})`
  }
  await client.testRun.deleteMany({ where: { id } })
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
