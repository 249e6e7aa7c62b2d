import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#layers/northlight/server/store/open-database.ts'
import { startTestServer } from '#layers/northlight/tests/support/start-test-server.ts'
import type { TestServer } from '#layers/northlight/tests/support/start-test-server.ts'
import { testDatabases } from '#layers/northlight/tests/support/test-databases.ts'

describe.each(testDatabases)('the settings route on the $name database', ({ open }) => {
  let database: Database
  let server: TestServer

  beforeAll(async () => {
    database = await open()
    server = await startTestServer(database)
  }, 60_000)
  afterAll(() => server?.close())

  const read = async () => (await server.fetch('/api/settings/chat')).json()
  const save = (body: unknown) => server.send('PATCH', '/api/settings/chat', body)

  it('reads a missing preference as 1', async () => {
    expect(await read()).toEqual({ detailLevel: 1 })
  })

  it.each([0, 1, 2, 3, 4])('saves and reads back %i', async (detailLevel) => {
    const saved = await save({ detailLevel })
    expect(saved.status).toBe(200)
    expect(await saved.json()).toEqual({ detailLevel })
    expect(await read()).toEqual({ detailLevel })
  })

  it.each([
    ['5', { detailLevel: 5 }], ['-1', { detailLevel: -1 }], ['1.5', { detailLevel: 1.5 }], ['"2"', { detailLevel: '2' }],
    ['null', { detailLevel: null }], ['{}', {}],
  ])('refuses %s with a clear message and keeps what was saved', async (_name, body) => {
    await save({ detailLevel: 2 })
    const refused = await save(body)
    expect(refused.status).toBe(400)
    expect(await refused.json()).toEqual({ code: 'request-invalid', message: '`detailLevel`: must be a whole number from 0 to 4.' })
    expect(await read()).toEqual({ detailLevel: 2 })
  })

  it('refuses extra keys by name', async () => {
    const refused = await save({ detailLevel: 2, theme: 'dark' })
    expect(refused.status).toBe(400)
    expect((await refused.json()).message).toContain('theme')
  })

  it('refuses 7 by SQL', async () => {
    await save({ detailLevel: 3 })
    await expect(database.prisma.$executeRaw`UPDATE user_chat_preference SET chat_detail_level = 7`).rejects.toThrow(/chat_detail_level_check/)
    expect(await read()).toEqual({ detailLevel: 3 })
  })
})
