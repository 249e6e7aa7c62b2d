import { Prisma } from '#layers/northlight/generated/prisma/client.ts'
import type { TestStatus } from '#layers/northlight/shared/reports/test-report.ts'
import type { RunOutcome } from '#layers/northlight/shared/runs/run-facts.ts'
import type { Principal } from '#layers/northlight/server/utils/principal.ts'
import type { TriageWindow } from '#layers/northlight/server/triage/triage-window.ts'
import type { Database } from './open-database.ts'

/** Runs that a window holds at most: those of a name, and the last ones where nothing is named (`chat-ui.md`, "Triage"). */
const mostNamed = 100
const mostRecent = 20

export interface TriageRun {
  id: string
  title: string
  /** Epoch milliseconds: when it began, else when its report came. */
  at: number
  tests: number
  failed: number
  outcome: RunOutcome | null
  commit: string | null
  pullNumber: number | null
}

const runFields = { id: true, title: true, startedAt: true, uploadedAt: true, tests: true, failed: true, outcome: true, commit: true, pullNumber: true } as const

/**
 * The runs of a window that ended and have results, the newest first, and which window that is: where no merge is on record, the
 * last ones are looked at.
 */
export async function listTriageRuns({ prisma }: Database, { organizationId }: Principal, asked: TriageWindow, dayStart: number): Promise<{ runs: TriageRun[], window: TriageWindow }> {
  const counted: Prisma.TestRunWhereInput = { organizationId, isWhole: true, status: 'done', tests: { gt: 0 } }
  const merge = asked === 'last_merge'
    ? await prisma.testRun.findFirst({ where: { ...counted, kind: 'post_merge' }, orderBy: { sequence: 'desc' }, select: { sequence: true } })
    : undefined
  const narrowed: Prisma.TestRunWhereInput | undefined = merge
    ? { sequence: { gte: merge.sequence } }
    : asked === 'today' ? { OR: [{ startedAt: { gte: new Date(dayStart) } }, { startedAt: null, uploadedAt: { gte: new Date(dayStart) } }] } : undefined
  const rows = await prisma.testRun.findMany({
    where: { ...counted, ...narrowed }, orderBy: { sequence: 'desc' }, take: narrowed ? mostNamed : mostRecent, select: runFields,
  })
  return {
    runs: rows.map(({ startedAt, uploadedAt, ...run }) => ({ ...run, at: (startedAt ?? uploadedAt).getTime() })),
    window: narrowed ? asked : 'recent',
  }
}

/** A test by what tells it from others. */
export interface TestIdentity {
  suite: string
  name: string
  file: string | null
}

/** The tests that failed or were flaky in some of these runs: the most often failed first, at most `limit`, and how many there are. */
export async function listFailingTests({ prisma }: Database, runIds: readonly string[], limit: number): Promise<{ tests: TestIdentity[], total: number }> {
  if (runIds.length === 0) return { tests: [], total: 0 }
  const rows = await prisma.$queryRaw<(TestIdentity & { total: number })[]>`
    SELECT suite, name, file, count(*) OVER ()::int AS total FROM test_result
    WHERE run_id IN (${Prisma.join([...runIds])}) AND (status = 'failed' OR flaky)
    GROUP BY suite, name, file
    ORDER BY count(*) FILTER (WHERE status = 'failed') DESC, count(*) DESC, suite, name, file LIMIT ${limit}`
  return { tests: rows.map(({ suite, name, file }) => ({ suite, name, file })), total: rows[0]?.total ?? 0 }
}

export interface TestOutcome extends TestIdentity {
  runId: string
  status: TestStatus
  flaky: boolean
  message: string | null
}

/** How these tests ended in these runs, one row for each time. */
export async function listOutcomes({ prisma }: Database, runIds: readonly string[], tests: readonly TestIdentity[]): Promise<TestOutcome[]> {
  if (tests.length === 0) return []
  const wanted = JSON.stringify(tests)
  return prisma.$queryRaw<TestOutcome[]>`
    SELECT result.run_id AS "runId", result.suite, result.name, result.file, result.status::text AS status, result.flaky, result.message
    FROM test_result result
    JOIN json_to_recordset(${wanted}::json) AS wanted(suite text, name text, file text)
      ON wanted.name = result.name AND wanted.suite = result.suite AND wanted.file IS NOT DISTINCT FROM result.file
    WHERE result.run_id IN (${Prisma.join([...runIds])})`
}
