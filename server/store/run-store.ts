import { NorthlightError } from '#layers/northlight/shared/errors/northlight-error.ts'
import type { ReportCounters, TestReport, TestResult } from '#layers/northlight/shared/reports/test-report.ts'
import type { Principal } from '#layers/northlight/server/utils/principal.ts'
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
const batchSize = 60
const savingMayTakeMs = 10 * 60_000

const summaryFields = {
  id: true, title: true, uploadedAt: true, isDemo: true, tests: true, passed: true, failed: true, skipped: true, flaky: true,
} as const

/** Stores a run and all its results, or nothing. */
export async function insertRun(database: Database, principal: Principal, { report, ...run }: NewRun): Promise<void> {
  const { results, counters, startedAt, ...facts } = report
  const owner = { organizationId: principal.organizationId }
  await database.prisma.$transaction(async (transaction) => {
    await transaction.testRun.create({
      data: { ...run, ...owner, createdBy: principal.userId, ...facts, ...counters, startedAt: startedAt === undefined ? null : new Date(startedAt) },
    })
    for (let start = 0; start < results.length; start += batchSize) {
      const batch = results.slice(start, start + batchSize)
      await transaction.testResult.createMany({
        data: batch.map((result, index) => ({ ...result, ...owner, runId: run.id, position: start + index })),
      })
    }
  }, { timeout: savingMayTakeMs })
}

/** The newest runs, the last uploaded first. */
export async function listRuns(database: Database, principal: Principal, limit: number): Promise<RunSummary[]> {
  const rows = await database.prisma.testRun.findMany({
    where: { organizationId: principal.organizationId },
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
  const row = await database.prisma.testRun.findFirst({ where: { id, organizationId: principal.organizationId }, select: summaryFields })
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
    where: { runId, ...where },
    orderBy,
    take: limit,
    select: { suite: true, name: true, status: true, flaky: true, attempts: true, durationMs: true, message: true },
  })
}

function toRunSummary(row: Omit<RunSummary, 'uploadedAt'> & { uploadedAt: Date }): RunSummary {
  return { ...row, uploadedAt: row.uploadedAt.getTime() }
}
