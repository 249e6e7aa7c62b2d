import { afterEach, describe, expect, it, vi } from 'vitest'
import { silentLog } from '#layers/northlight/server/logs/log.ts'
import { z } from 'zod'
import { createJobQueue } from '#layers/northlight/server/jobs/create-job-queue.ts'
import type { BoundJob } from '#layers/northlight/server/jobs/create-job-queue.ts'
import type { JobQueue } from '#layers/northlight/server/jobs/job-queue.ts'
import { openBoss } from '#layers/northlight/server/jobs/open-boss.ts'
import { jobsDone } from '#layers/northlight/tests/support/jobs-done.ts'
import { testDatabases } from '#layers/northlight/tests/support/test-databases.ts'
import { useTestServers } from '#layers/northlight/tests/support/use-test-servers.ts'

const jobSchema = 'northlight_jobs'

const data = z.object({ number: z.number() })
const kind = { name: 'counting', data }
const rolledBack = 200
const longestWakeMs = 2_000

describe.each(testDatabases)('jobs on the $name database', (testDatabase) => {
  const servers = useTestServers(testDatabase)
  let queues: JobQueue[] = []
  const toJob = (run: BoundJob['run'], changes: Partial<BoundJob> = {}): BoundJob => ({ name: kind.name, retries: 3, mostSeconds: 60, workers: 2, pollSeconds: 60, run, ...changes })
  const open = async (...jobs: BoundJob[]) => {
    const queue = createJobQueue(servers.database, jobs)
    queues.push(queue)
    queue.start()
    await queue.ready()
    return queue
  }
  const send = (queue: JobQueue, number: number, key = String(number)) => servers.database.prisma.$transaction((transaction) => queue.sendWithin(transaction, kind, { number }, key))
  const done = (queue: JobQueue) => jobsDone({ database: servers.database, jobs: queue })
  const query = async (sql: string) => (await servers.database.query(sql)).rows
  const readNumbers = (run: { mock: { calls: unknown[][] } }) => run.mock.calls.map(([value]) => data.parse(value).number).sort((a, b) => a - b)

  afterEach(async () => {
    await Promise.all(queues.map((queue) => queue.close()))
    queues = []
    await query(`DELETE FROM ${jobSchema}.schedule`)
  })

  it('are of the schema that the migrations make', async () => {
    const { boss } = await openBoss(servers.database, [])
    const drift = await boss.detectSchemaDrift()
    await boss.stop({ graceful: false })
    expect(drift).toMatchObject({ ok: true })
  })

  it(`leave nothing where the transaction was rolled back, ${rolledBack} times of ${rolledBack}`, async () => {
    const run = vi.fn(async () => {})
    const queue = await open(toJob(run))
    for (let number = 0; number < rolledBack; number++) {
      const broken = servers.database.prisma.$transaction(async (transaction) => {
        await queue.sendWithin(transaction, kind, { number }, String(number))
        throw new Error('rolled back')
      })
      await expect(broken).rejects.toThrow('rolled back')
    }
    expect(await query(`SELECT id FROM ${jobSchema}.job WHERE name = '${kind.name}'`)).toEqual([])
    await send(queue, rolledBack)
    queue.wake(kind)
    await done(queue)
    expect(readNumbers(run)).toEqual([rolledBack])
  })

  it('are taken at once by the server that sent them, and one key waits or runs once', async () => {
    const [taken, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const run = vi.fn(async () => {
      taken.resolve()
      await release.promise
    })
    const queue = await open(toJob(run))
    await send(queue, 1)
    const sentAt = performance.now()
    queue.wake(kind)
    await taken.promise
    expect(performance.now() - sentAt).toBeLessThan(longestWakeMs)
    await send(queue, 1)
    release.resolve()
    await done(queue)
    expect(readNumbers(run)).toEqual([1])
  })

  it('that failed are tried again, and the failure is logged', async () => {
    const log = vi.spyOn(silentLog, 'error')
    const run = vi.fn(async () => {}).mockRejectedValueOnce(new Error('away'))
    const queue = await open(toJob(run, { pollSeconds: 1 }))
    await send(queue, 1)
    queue.wake(kind)
    await done(queue)
    expect([readNumbers(run), log.mock.calls.length]).toEqual([[1, 1], 1])
    log.mockRestore()
  })

  it('of a worker that was killed are taken up, each with one effect', async () => {
    const jobs = 20
    const first = await open(toJob(async () => {}, { workers: 0 }))
    for (let number = 0; number < jobs; number++) await send(first, number)
    // A worker that was killed leaves its jobs marked as running, and shows no more that it is there.
    const { boss } = await openBoss(servers.database, [])
    expect(await boss.fetch(kind.name, { batchSize: jobs })).toHaveLength(jobs)
    await boss.stop({ graceful: false })
    await query(`UPDATE ${jobSchema}.job SET heartbeat_on = now() - interval '1 minute'`)
    await query(`UPDATE ${jobSchema}.queue SET monitor_on = NULL`)
    const effects = new Set<number>()
    const run = vi.fn(async (value: unknown) => void effects.add(data.parse(value).number))
    const second = await open(toJob(run, { pollSeconds: 1 }))
    const supervisor = await openBoss(servers.database, [])
    await supervisor.boss.supervise(kind.name)
    await done(second)
    await supervisor.boss.stop({ graceful: false })
    expect([effects.size, run.mock.calls.length]).toEqual([jobs, jobs])
  })

  it('come by the clock, and once for all times that were missed while no server ran', async () => {
    const run = vi.fn(async () => {})
    const job = toJob(run, { cron: '0 4 * * *', pollSeconds: 1 })
    await (await open(job)).close()
    await query(`UPDATE ${jobSchema}.version SET cron_on = now() - interval '3 days'`)
    await query(`UPDATE ${jobSchema}.schedule SET created_on = now() - interval '4 days', updated_on = now() - interval '4 days'`)
    const second = await open(job)
    await vi.waitFor(() => expect(run).toHaveBeenCalledTimes(1), { timeout: 20_000 })
    await done(second)
    expect(run).toHaveBeenCalledTimes(1)
  })
})
