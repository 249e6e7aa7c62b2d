import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toDatabaseFailure } from '#layers/northlight/server/store/to-database-failure.ts'
import type { Database } from '#layers/northlight/server/store/open-database.ts'
import { testDatabases } from '#layers/northlight/tests/support/test-databases.ts'

describe.each(testDatabases)('what failed on the $name database', ({ open }) => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database.close())

  const raise = (code: string) => database.prisma.$executeRawUnsafe(`DO $$ BEGIN RAISE EXCEPTION 'raised' USING ERRCODE = '${code}'; END $$`)
  const toFailure = (failing: Promise<unknown>) => failing.then(() => undefined, toDatabaseFailure)

  it.each(['57P03', '53300', '08006', '25006'])('is the database itself: %s', async (code) => {
    expect(await toFailure(raise(code))).toMatchObject({ code: 'database-unavailable', status: 503, retryAfterSeconds: 2 })
  })

  it.each(['53100', '53200'])('is the room it has: %s', async (code) => {
    expect(await toFailure(raise(code))).toMatchObject({ code: 'database-unavailable', message: expect.stringContaining('no room left') as string })
  })

  it.each(['22P05', '23505', '42P01'])('is the statement, and no failure of the database: %s', async (code) => {
    expect(await toFailure(raise(code))).toBeUndefined()
  })

  it('is the time that a transaction may take', async () => {
    const long = database.prisma.$transaction(async (transaction) => {
      await delay(200)
      await transaction.chat.count()
    }, { timeout: 50 })
    expect(await toFailure(long)).toMatchObject({ code: 'transaction-too-long', message: expect.stringContaining('nothing of it was stored') as string })
  })

  it('is nothing of the database\'s where a client hung up', () => {
    expect(toDatabaseFailure(Object.assign(new Error('aborted'), { code: 'ECONNRESET' }))).toBeUndefined()
  })
})
