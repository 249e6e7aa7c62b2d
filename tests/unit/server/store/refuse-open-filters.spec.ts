import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#layers/northlight/server/store/open-database.ts'
import { findUndefined } from '#layers/northlight/server/store/find-undefined.ts'
import { testDatabases } from '#layers/northlight/tests/support/test-databases.ts'

/** What a value that was forgotten is. */
const missing = (): string => undefined as never

describe.each(testDatabases)('a filter that is undefined, on the $name database', ({ open }) => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database.close())

  it('is an error, and nothing is read, changed or removed', async () => {
    const { prisma } = database
    await prisma.organization.create({ data: { id: 'one', name: 'One', slug: 'one' } })
    const refusal = /the filter where\.\S+ is undefined/
    await expect(prisma.organization.findMany({ where: { id: missing() } })).rejects.toThrow(refusal)
    await expect(prisma.organization.findFirst({ where: { OR: [{ id: 'x' }, { name: { contains: missing() } }] } })).rejects.toThrow(refusal)
    await expect(prisma.organization.updateMany({ where: { id: missing() }, data: { name: 'All' } })).rejects.toThrow(refusal)
    await expect(prisma.organization.deleteMany({ where: { AND: { slug: missing() } } })).rejects.toThrow(refusal)
    await expect(prisma.$transaction((transaction) => transaction.organization.deleteMany({ where: { id: missing() } }))).rejects.toThrow(refusal)
    expect(await prisma.organization.findMany({ where: { id: 'one' }, select: { name: true } })).toEqual([{ name: 'One' }])
    expect(await prisma.organization.count()).toBe(1)
  })
})

it('a filter may hold dates, bytes and nothing', () => {
  expect(findUndefined({ at: { lt: new Date(0) }, bytes: new Uint8Array(3), name: null, list: ['a'] }, 'where')).toBeUndefined()
  expect(findUndefined({ list: ['a', undefined] }, 'where')).toBe('where.list.1')
})
