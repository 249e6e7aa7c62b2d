import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { createJobQueue } from '#layers/northlight/server/jobs/create-job-queue.ts'
import { openDatabase } from '#layers/northlight/server/store/open-database.ts'
import { demoRuns } from '#layers/northlight/prisma/seed/demo-runs.ts'
import { seedWorkspace } from '#layers/northlight/server/store/seed-workspace.ts'
import { randomIds } from '#layers/northlight/server/utils/id-source.ts'
import { appRole, provisionRoles } from '#layers/northlight/server/store/provision-roles.ts'
import { createTestPostgres, migrations, postgresMissing, postgresUrl, runOn } from './test-postgres.ts'
import type { TestPostgres } from './test-postgres.ts'

/** Whole databases and processes, on a machine that may be busy. */
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const next = { name: '29990101000000_next', sql: 'CREATE TABLE next (id text PRIMARY KEY);' }
const broken = { name: '29990101000000_broken', sql: 'CREATE TABLE half (id text PRIMARY KEY); SELECT 1 / 0;' }

const listGrants = `
  SELECT table_name || ': ' || string_agg(privilege_type, ', ' ORDER BY privilege_type) AS grant
  FROM information_schema.role_table_grants WHERE grantee = '${appRole}' GROUP BY table_name ORDER BY table_name`

describe('provisioning PostgreSQL', () => {
  let postgres: TestPostgres

  beforeEach(async ({ skip }) => {
    if (!postgresUrl) return skip(postgresMissing)
    postgres = await createTestPostgres(postgresUrl)
  })
  afterEach(() => postgres?.drop())

  const provision = (list = migrations) => provisionRoles({ connectionString: postgres.ownerUrl }, list)
  const startAsApp = async (list = migrations) => {
    const { username } = new URL(postgres.appUrl)
    await postgres.query(`GRANT ${appRole} TO ${username}`)
    return openDatabase({ databaseUrl: postgres.appUrl, migrations: list })
  }

  it('gives the same grants the second time, and says what it applied', async () => {
    expect(await provision()).toEqual(migrations.map(({ name }) => name))
    const first = await postgres.query(listGrants)
    expect(first).toContainEqual({ grant: 'chat: DELETE, INSERT, SELECT, UPDATE' })
    expect(first).toContainEqual({ grant: 'user_chat_preference: INSERT, SELECT, UPDATE' })
    expect(first).toContainEqual({ grant: '_prisma_migrations: SELECT' })
    expect(await provision()).toEqual([])
    expect(await postgres.query(listGrants)).toEqual(first)
  })

  it('takes wider grants back, and makes no login of the role', async () => {
    await provision()
    await postgres.query(`GRANT ALL ON user_chat_preference TO ${appRole}`)
    await provision()
    expect(await postgres.query(listGrants)).toContainEqual({ grant: 'user_chat_preference: INSERT, SELECT, UPDATE' })
    expect(await postgres.query(`SELECT rolcanlogin FROM pg_roles WHERE rolname = '${appRole}'`)).toEqual([{ rolcanlogin: false }])
  })

  it('lets a member of app_role start and write when nothing is pending', async () => {
    await provision()
    const database = await startAsApp()
    await database.prisma.user.create({ data: { id: 'somebody', name: 'Somebody', email: 'somebody@example.org' } })
    await database.prisma.userChatPreference.create({ data: { userId: 'somebody', chatDetailLevel: 3 } })
    await expect(database.prisma.userChatPreference.deleteMany()).rejects.toThrow(/permission denied|denied access/i)
    await database.close()
    expect(await postgres.query('SELECT chat_detail_level AS level FROM user_chat_preference')).toEqual([{ level: 3 }])
  })

  it('lets a member of app_role keep jobs', async () => {
    await provision()
    const database = await startAsApp()
    const done = Promise.withResolvers<unknown>()
    const job = { name: 'noting', retries: 1, mostSeconds: 60, workers: 1, pollSeconds: 60, cron: '0 4 * * *', run: async (data: unknown) => done.resolve(data) }
    const jobs = createJobQueue(database, [job])
    jobs.start()
    await jobs.ready()
    await database.prisma.$transaction((transaction) => jobs.sendWithin(transaction, { name: job.name, data: z.object({ number: z.number() }) }, { number: 7 }, 'seven'))
    jobs.wake(job)
    expect(await done.promise).toEqual({ number: 7 })
    await jobs.close()
    await database.close()
  })

  it('is what a member of app_role is told to run when something is pending', async () => {
    await provision()
    await expect(startAsApp([...migrations, next])).rejects.toThrow(/npm run provision/)
    await provision([...migrations, next])
    await (await startAsApp([...migrations, next])).close()
  })

  it('leaves nothing of a migration that fails, and the next start tries again', async () => {
    await provision()
    await expect(provision([...migrations, broken])).rejects.toThrow(/A migration failed/)
    expect(await postgres.query('SELECT to_regclass(\'half\') AS half')).toEqual([{ half: null }])
    const mended = { ...broken, sql: 'CREATE TABLE half (id text PRIMARY KEY);' }
    await (await openDatabase({ databaseUrl: postgres.ownerUrl, migrations: [...migrations, mended] })).close()
    expect(await postgres.query('SELECT to_regclass(\'half\')::text AS half')).toEqual([{ half: 'half' }])
  })

  it('migrates once when two servers start at once', async () => {
    const databases = await Promise.all([1, 2].map(() => openDatabase({ databaseUrl: postgres.ownerUrl, migrations })))
    await Promise.all(databases.map((database) => database.close()))
    const applied = await runOn(postgres.ownerUrl, 'SELECT migration_name AS name FROM _prisma_migrations WHERE finished_at IS NOT NULL ORDER BY 1')
    expect(applied).toEqual(migrations.map(({ name }) => ({ name })))
  })

  it('makes one workspace when two servers start at once', async () => {
    const start = async () => {
      const database = await openDatabase({ databaseUrl: postgres.ownerUrl, migrations })
      await seedWorkspace(database, randomIds, 1_000_000)
      return database
    }
    const databases = await Promise.all([start(), start(), start()])
    await Promise.all(databases.map((database) => database.close()))
    expect(await postgres.query('SELECT count(*)::int AS dots FROM dot')).toEqual([{ dots: 1 }])
    expect(await postgres.query('SELECT count(*)::int AS runs FROM test_run WHERE is_whole')).toEqual([{ runs: demoRuns.length }])
  })
})
