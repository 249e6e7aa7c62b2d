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

  it('are sign-ins, keys and invitations that are over', async () => {
    const { prisma } = servers.database
    for (const [id, expiresAt] of [['over', new Date(deletedAt - 1)], ['open', new Date(deletedAt + 1)]] as const) {
      await prisma.session.create({ data: { id, token: id, userId: 'local-user', expiresAt } })
      await prisma.apikey.create({ data: { id, key: id, referenceId: 'local-user', expiresAt } })
      await prisma.invitation.create({ data: { id, email: 'ada@example.com', organizationId: 'local-organization', inviterId: 'local-user', expiresAt } })
    }
    await prisma.apikey.create({ data: { id: 'endless', key: 'endless', referenceId: 'local-user' } })
    await purgeAt(deletedAt)
    const select = { select: { id: true }, orderBy: { id: 'asc' } } as const
    const left = [await prisma.session.findMany(select), await prisma.apikey.findMany(select), await prisma.invitation.findMany(select)]
    expect(left.map((rows) => rows.map(({ id }) => id))).toEqual([['open'], ['endless', 'open'], ['open']])
    await prisma.$executeRaw`TRUNCATE session, apikey, invitation`
  })
})
