import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { postgresDatabase, postgresMissing } from '#layers/northlight/tests/support/test-databases.ts'
import { useTestServers } from '#layers/northlight/tests/support/use-test-servers.ts'

const runs = 500
const resultsEach = 200

const newestRuns = (where: string) => `SELECT id FROM test_run WHERE ${where} AND is_whole ORDER BY sequence DESC LIMIT 20`

/** What looks at results over many runs, and the index that keeps it from reading all of them. */
const lookUps = [
  {
    what: 'failed results of the newest runs', index: 'test_result_run_id_status_flaky_idx',
    sql: `SELECT result.name FROM (${newestRuns('organization_id = \'local-organization\'')}) run JOIN test_result result ON result.run_id = run.id WHERE result.status = 'failed'`,
  },
  {
    what: 'flaky results of a dot\'s newest runs', index: 'test_result_run_id_status_flaky_idx',
    sql: `SELECT result.name FROM (${newestRuns('dot_id = \'local-dot\'')}) run JOIN test_result result ON result.run_id = run.id WHERE result.status = 'passed' AND result.flaky`,
  },
  {
    what: 'flaky results by file over some days', index: 'test_result_run_id_status_flaky_idx',
    sql: `SELECT result.file, count(*) FROM test_run run JOIN test_result result ON result.run_id = run.id
      WHERE run.organization_id = 'local-organization' AND run.is_whole AND run.status = 'done' AND run.flaky > 0
        AND COALESCE(run.started_at, run.uploaded_at) >= now() - interval '7 days' AND result.status = 'passed' AND result.flaky GROUP BY result.file`,
  },
  {
    what: 'the results of one case, the newest first', index: 'test_result_organization_id_case_key_idx',
    sql: `SELECT result.status FROM test_result result JOIN test_run run ON run.id = result.run_id
      WHERE result.organization_id = 'local-organization' AND result.case_key = md5('7') AND run.is_whole ORDER BY run.sequence DESC LIMIT 20`,
  },
]

const planSchema = z.array(z.object({ 'QUERY PLAN': z.string() }))

describe.skipIf(!postgresDatabase)(`looking at ${runs * resultsEach} results${postgresDatabase ? '' : ` (${postgresMissing})`}`, () => {
  const servers = postgresDatabase ? useTestServers(postgresDatabase) : undefined

  it('reads by indexes, never all results', async () => {
    if (!servers) throw new Error(postgresMissing)
    await servers.start()
    const { prisma } = servers.database
    await prisma.$executeRaw`
      INSERT INTO test_run (id, organization_id, created_by, dot_id, title, format, is_whole, tests, passed, failed, skipped, flaky, started_at, uploaded_at)
      SELECT 'many-' || run, 'local-organization', 'local-user', CASE WHEN run % 5 = 0 THEN 'local-dot' END, 'Many', 'junit', true, ${resultsEach}::int, ${resultsEach - 4}::int, 4, 0, 4,
        now() - (run || ' hours')::interval, now() - (run || ' hours')::interval
      FROM generate_series(1, ${runs}::int) run`
    await prisma.$executeRaw`
      INSERT INTO test_result (run_id, organization_id, position, suite, name, file, status, flaky, attempts, case_key)
      SELECT 'many-' || run, 'local-organization', position, 'suite', 'test ' || position, 'file ' || position % 20,
        (CASE WHEN position % 50 = 0 THEN 'failed' ELSE 'passed' END)::test_status, position % 50 = 1, 1, md5(position::text)
      FROM generate_series(1, ${runs}::int) run, generate_series(0, ${resultsEach - 1}::int) position`
    await prisma.$executeRaw`ANALYZE test_run, test_result`
    for (const { what, index, sql } of lookUps) {
      const plan = planSchema.parse(await prisma.$queryRawUnsafe(`EXPLAIN ${sql}`)).map((line) => line['QUERY PLAN']).join('\n')
      expect(plan, what).toContain(index)
      expect(plan, what).not.toContain('Seq Scan on test_result')
    }
  }, 120_000)
})
