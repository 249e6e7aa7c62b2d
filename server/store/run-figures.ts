import { Prisma } from '#layers/northlight/generated/prisma/client.ts'
import type { Principal } from '#layers/northlight/server/utils/principal.ts'
import type { Database } from './open-database.ts'

/** What the runs of some days came to. Skipped tests are in none of it; `flaky` is a part of `passed`. */
export interface RunSums {
  runs: number
  passed: number
  failed: number
  flaky: number
}

export interface RunWindow {
  /** Epoch milliseconds, this moment included. */
  from: number
  /** Epoch milliseconds, this moment left out. */
  to: number
}

/** When a run counts: its tests ran to the end (`chat-ui.md`, "How the numbers are counted"); by when it began, else by when its report came. */
function counted({ organizationId }: Principal, { from, to }: RunWindow) {
  return Prisma.sql`run.organization_id = ${organizationId} AND run.is_whole AND run.status = 'done'
    AND COALESCE(run.started_at, run.uploaded_at) >= ${new Date(from)} AND COALESCE(run.started_at, run.uploaded_at) < ${new Date(to)}`
}

/** What the runs came to between each of `starts` and the next, the last one until `end`. Epoch milliseconds, ascending. */
export async function sumRuns({ prisma }: Database, principal: Principal, starts: readonly number[], end: number): Promise<RunSums[]> {
  const from = starts[0] ?? end
  const edges = starts.map((start) => new Date(start).toISOString())
  const rows = await prisma.$queryRaw<({ place: number } & RunSums)[]>`
    SELECT width_bucket(COALESCE(run.started_at, run.uploaded_at), ${edges}::timestamptz[]) AS place, count(*)::int AS runs,
      sum(run.passed)::int AS passed, sum(run.failed)::int AS failed, sum(run.flaky)::int AS flaky
    FROM test_run run WHERE ${counted(principal, { from, to: end })} GROUP BY place`
  return starts.map((_, index) => {
    const { runs = 0, passed = 0, failed = 0, flaky = 0 } = rows.find(({ place }) => place === index + 1) ?? {}
    return { runs, passed, failed, flaky }
  })
}

export interface RunName {
  id: string
  title: string
}

/** The newest runs of a window in which something was so, the newest first. */
export async function listRunsWith({ prisma }: Database, principal: Principal, window: RunWindow, what: 'failed' | 'flaky', limit: number): Promise<RunName[]> {
  const column = what === 'failed' ? Prisma.sql`run.failed` : Prisma.sql`run.flaky`
  return prisma.$queryRaw<RunName[]>`
    SELECT run.id, run.title FROM test_run run WHERE ${counted(principal, window)} AND ${column} > 0
    ORDER BY COALESCE(run.started_at, run.uploaded_at) DESC, run.sequence DESC LIMIT ${limit}`
}

export interface SpecFlakiness {
  spec: string
  /** How often one of its tests passed only on a retry. */
  times: number
}

/** Where tests passed only on a retry, the most often first; a result without a file counts for its outermost suite. */
export async function countFlakyBySpec({ prisma }: Database, principal: Principal, window: RunWindow): Promise<SpecFlakiness[]> {
  return prisma.$queryRaw<SpecFlakiness[]>`
    SELECT COALESCE(result.file, NULLIF(split_part(result.suite, ' › ', 1), ''), result.name) AS spec, count(*)::int AS times
    FROM test_run run JOIN test_result result ON result.run_id = run.id
    WHERE ${counted(principal, window)} AND run.flaky > 0 AND result.status = 'passed' AND result.flaky
    GROUP BY spec ORDER BY times DESC, spec`
}
