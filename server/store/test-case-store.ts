import { Prisma } from '#layers/northlight/generated/prisma/client.ts'
import type { TestStatus } from '#layers/northlight/shared/reports/test-report.ts'
import { parseSearchWords } from '#layers/northlight/shared/search/parse-search-words.ts'
import type { Principal } from '#layers/northlight/server/utils/principal.ts'
import type { Transaction } from './message-store.ts'
import type { Database } from './open-database.ts'
import { toLikeText } from './to-like-text.ts'

/** The key of a result's test case, in SQL over columns `file`, `suite` and `name`: as JSON, so that no two triples read alike. */
export const caseKey = Prisma.sql`md5(json_build_array(file, suite, name)::text)`

/**
 * Shows a run to everybody, and counts what it told of each test case: both or neither, in one statement. The run that is whole last
 * is the latest one, however long ago it began. Cases are taken in the order of their keys, so that two runs never wait for each other.
 *
 * A case has one outcome a run, however often the report names it: failed where any of its results is, else passed where any is.
 * A run that did not end says nothing of its tests.
 */
export async function setWhole(client: Database['prisma'] | Transaction, runId: string): Promise<void> {
  await client.$executeRaw`
    WITH run AS (
      UPDATE test_run SET is_whole = true, sequence = nextval(pg_get_serial_sequence('test_run', 'sequence')) WHERE id = ${runId}
      RETURNING id, organization_id, sequence, status, COALESCE(started_at, uploaded_at) AS at
    ), told AS (
      SELECT case_key, min(suite) AS suite, min(name) AS name, min(file) AS file,
        CASE WHEN bool_or(status = 'failed') THEN 'failed' WHEN bool_or(status = 'passed') THEN 'passed' ELSE 'skipped' END AS status,
        bool_or(flaky) AND NOT bool_or(status = 'failed') AS flaky
      FROM test_result WHERE run_id = ${runId} GROUP BY case_key
    )
    INSERT INTO test_case AS known (organization_id, key, suite, name, file, last_run_id, last_sequence, last_status, last_flaky, last_at, first_at, runs, passed, failed, flaky, skipped)
    SELECT run.organization_id, told.case_key, told.suite, told.name, told.file, run.id, run.sequence, told.status::test_status, told.flaky, run.at, run.at,
      1, (told.status = 'passed')::int, (told.status = 'failed')::int, told.flaky::int, (told.status = 'skipped')::int
    FROM told CROSS JOIN run WHERE run.status = 'done' ORDER BY told.case_key
    ON CONFLICT (organization_id, key) DO UPDATE SET
      last_run_id = CASE WHEN excluded.last_sequence > known.last_sequence THEN excluded.last_run_id ELSE known.last_run_id END,
      last_status = CASE WHEN excluded.last_sequence > known.last_sequence THEN excluded.last_status ELSE known.last_status END,
      last_flaky = CASE WHEN excluded.last_sequence > known.last_sequence THEN excluded.last_flaky ELSE known.last_flaky END,
      last_at = CASE WHEN excluded.last_sequence > known.last_sequence THEN excluded.last_at ELSE known.last_at END,
      last_sequence = GREATEST(excluded.last_sequence, known.last_sequence),
      first_at = LEAST(excluded.first_at, known.first_at),
      runs = known.runs + 1, passed = known.passed + excluded.passed, failed = known.failed + excluded.failed,
      flaky = known.flaky + excluded.flaky, skipped = known.skipped + excluded.skipped`
}

/** A place in the list of cases: after which of them the next page begins. */
export interface CasePlace {
  sequence: bigint
  key: string
}

export interface CasePage {
  limit: number
  after?: CasePlace
  /** Only cases in whose file, suite or name each of these words stands, in any case of letters. */
  search?: string
}

export interface TestCaseRow {
  key: string
  suite: string
  name: string
  file: string | null
  lastRunId: string
  lastStatus: TestStatus
  lastFlaky: boolean
  /** Epoch milliseconds, both. */
  lastAt: number
  firstAt: number
  runs: number
  passed: number
  failed: number
  flaky: number
  skipped: number
}

/** A page of the organisation's test cases, those of the newest runs first; `next`: where the next page begins. */
export async function listCases({ prisma }: Database, { organizationId }: Principal, { limit, after, search = '' }: CasePage): Promise<{ cases: TestCaseRow[], next?: CasePlace }> {
  const words: Prisma.TestCaseWhereInput[] = parseSearchWords(search).map((word) => {
    const contains = { contains: toLikeText(word), mode: 'insensitive' as const }
    return { OR: [{ file: contains }, { suite: contains }, { name: contains }] }
  })
  const place: Prisma.TestCaseWhereInput[] = after ? [{ lastSequence: { lte: after.sequence } }, { OR: [{ lastSequence: { lt: after.sequence } }, { key: { gt: after.key } }] }] : []
  const rows = await prisma.testCase.findMany({
    where: { organizationId, AND: [...words, ...place] },
    orderBy: [{ lastSequence: 'desc' }, { key: 'asc' }],
    take: limit + 1,
    omit: { organizationId: true },
  })
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    cases: page.map(({ lastSequence: _lastSequence, lastAt, firstAt, ...row }) => ({ ...row, lastAt: lastAt.getTime(), firstAt: firstAt.getTime() })),
    ...rows.length > limit && last ? { next: { sequence: last.lastSequence, key: last.key } } : {},
  }
}
