import { describe, expect, it } from 'vitest'
import { purgeJob } from '#layers/northlight/server/jobs/purge.ts'
import { importMessages } from '#layers/northlight/tests/support/chat-client.ts'
import { testDatabases } from '#layers/northlight/tests/support/test-databases.ts'
import { useTestServers } from '#layers/northlight/tests/support/use-test-servers.ts'

const deletedAt = 1_800_000_000_000
const thirtyDaysMs = 30 * 24 * 60 * 60 * 1_000

describe.each(testDatabases)('what nobody can come back to, on the $name database', (kind) => {
  const servers = useTestServers(kind)
  const count = async () => [await servers.database.prisma.chat.count(), await servers.database.prisma.message.count(), await servers.database.prisma.storedFile.count()]
  const purgeAt = async (now: number) => {
    const { services } = await servers.start({ clock: { now: () => now } })
    await purgeJob.run(services, {}, new AbortController().signal)
  }

  it('are chats that were deleted 30 days ago, with all that was said, and files that were never sent', async () => {
    const server = await servers.start({ clock: { now: () => deletedAt } })
    const say = (id: string) => [{ id, role: 'user', parts: [{ type: 'text', text: 'Hello' }] }]
    const [deleted] = [await importMessages(server, say('one')), await importMessages(server, say('two'))]
    await server.fetch(`/api/chats/${deleted}`, { method: 'DELETE' })
    await server.fetch('/api/files?name=a.txt', { method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'a' })
    await purgeAt(deletedAt)
    expect(await count()).toEqual([2, 2, 1])
    await purgeAt(deletedAt + thirtyDaysMs)
    expect(await count()).toEqual([2, 2, 0])
    await purgeAt(deletedAt + thirtyDaysMs + 1)
    expect(await count()).toEqual([1, 1, 0])
  })
})
