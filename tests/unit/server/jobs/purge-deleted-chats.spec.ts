import { afterEach, describe, expect, it, vi } from 'vitest'
import { runDaily } from '#layers/northlight/server/jobs/run-daily.ts'
import { importMessages } from '#layers/northlight/tests/support/chat-client.ts'
import { testDatabases } from '#layers/northlight/tests/support/test-databases.ts'
import { useTestServers } from '#layers/northlight/tests/support/use-test-servers.ts'

const deletedAt = 1_800_000_000_000
const thirtyDaysMs = 30 * 24 * 60 * 60 * 1_000

describe.each(testDatabases)('chats that were deleted, on the $name database', (kind) => {
  const servers = useTestServers(kind)
  const count = async () => [await servers.database.prisma.chat.count(), await servers.database.prisma.message.count()]

  it('are kept for 30 days, then removed with all that was said, at the next start', async () => {
    const server = await servers.start({ clock: { now: () => deletedAt } })
    const say = (id: string) => [{ id, role: 'user', parts: [{ type: 'text', text: 'Hello' }] }]
    const [deleted] = [await importMessages(server, say('one')), await importMessages(server, say('two'))]
    await server.fetch(`/api/chats/${deleted}`, { method: 'DELETE' })
    await servers.start({ clock: { now: () => deletedAt + thirtyDaysMs } })
    expect(await count()).toEqual([2, 2])
    await servers.start({ clock: { now: () => deletedAt + thirtyDaysMs + 1 } })
    expect(await count()).toEqual([1, 1])
  })
})

describe('a daily run', () => {
  afterEach(() => vi.useRealTimers())

  it('comes once a day, survives a failure, and ends when it is told to', async () => {
    vi.useFakeTimers()
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    const run = vi.fn().mockRejectedValueOnce(new Error('no database')).mockResolvedValue(undefined)
    const stop = runDaily('Sweeping', run)
    await vi.advanceTimersByTimeAsync(24 * 60 * 60 * 1_000)
    expect([run.mock.calls.length, log.mock.calls.length]).toEqual([1, 1])
    await vi.advanceTimersByTimeAsync(24 * 60 * 60 * 1_000)
    expect(run.mock.calls).toHaveLength(2)
    stop()
    await vi.advanceTimersByTimeAsync(48 * 60 * 60 * 1_000)
    expect([run.mock.calls.length, vi.getTimerCount()]).toEqual([2, 0])
    log.mockRestore()
  })
})
