import { describe, expect, it } from 'vitest'
import { ask, askToEnd, edit, readMessages, regenerate } from '#layers/northlight/tests/support/chat-client.ts'
import { expectStatus, signUpFirst, signUpInvited } from '#layers/northlight/tests/support/browser-session.ts'
import type { BrowserSession } from '#layers/northlight/tests/support/browser-session.ts'
import { readEvents } from '#layers/northlight/tests/support/read-events.ts'
import { testDatabases } from '#layers/northlight/tests/support/test-databases.ts'
import { usePeopleServers } from '#layers/northlight/tests/support/use-people-servers.ts'

const chat = 'chat-0123456789abcdef'

interface Listed { id: string, title: string, isShared: boolean, access: string, ownerName?: string }

async function list(browser: BrowserSession, query = ''): Promise<Listed[]> {
  return (await (await expectStatus(await browser.fetch(`/api/chats${query}`), 200)).json() as { chats: Listed[] }).chats
}

async function toCode(response: Promise<Response>): Promise<unknown[]> {
  const answer = await response
  return [answer.status, (await answer.json() as { code?: string }).code]
}

describe.each(testDatabases)('sharing a chat, $name', (kind) => {
  const servers = usePeopleServers(kind)

  async function meet() {
    const server = await servers.start()
    const owner = await signUpFirst(server, 'Olive')
    const reader = await signUpInvited(owner, 'Rae', 'rae@example.com', 'admin')
    const stranger = await signUpInvited(owner, 'Sam', 'sam@example.com')
    await expectStatus(await stranger.send('POST', '/api/organizations', { name: 'Elsewhere' }), 201)
    const upload = await expectStatus(await owner.fetch('/api/files?name=notes.txt', { method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'Noted.' }), 201)
    const { url } = await upload.json() as { url: string }
    await askToEnd(owner, chat, 'What broke in the harbour?')
    const message = { id: 'question-2', role: 'user', parts: [{ type: 'file', url, mediaType: 'text/plain', filename: 'notes.txt' }] }
    await (await expectStatus(await owner.send('POST', '/api/chat', { id: chat, trigger: 'submit-message', message }), 200)).text()
    return { owner, reader, stranger, url }
  }

  it('lets the organisation read it whole, and nobody else', async () => {
    const { owner, reader, stranger, url } = await meet()
    const reads = [`/api/chats/${chat}`, `/api/messages?chat=${chat}`, `/api/chats/${chat}/export`, url]
    for (const path of reads) expect([path, (await reader.fetch(path)).status]).toEqual([path, 404])
    expect(await (await expectStatus(await owner.send('PATCH', `/api/chats/${chat}`, { isShared: true }), 200)).json()).toMatchObject({ id: chat, isShared: true, access: 'owner' })
    expect(await list(owner)).toEqual([expect.objectContaining({ id: chat, isShared: true, access: 'owner' })])
    expect(await list(owner, '?shared=true')).toEqual([])
    expect(await list(reader)).toEqual([])
    expect(await list(reader, '?shared=true')).toEqual([expect.objectContaining({ id: chat, isShared: true, access: 'reader', ownerName: 'Olive' })])
    expect(await list(reader, '?shared=true&search=harbour')).toHaveLength(1)
    expect(await list(reader, `?shared=true&before=${chat}`)).toEqual([])
    expect(await (await reader.fetch(`/api/chats/${chat}`)).json()).toMatchObject({ id: chat, access: 'reader', ownerName: 'Olive', isRunning: false })
    expect(await readMessages(reader, chat)).toEqual(await readMessages(owner, chat))
    for (const path of reads) {
      expect([path, (await reader.fetch(path)).status]).toEqual([path, 200])
      expect([path, (await stranger.fetch(path)).status]).toEqual([path, 404])
    }
    expect(await list(stranger, '?shared=true')).toEqual([])
    expect((await reader.fetch(`/api/chat/${chat}/stream`)).status).toBe(204)
    await expectStatus(await owner.send('PATCH', `/api/chats/${chat}`, { isShared: false }), 200)
    for (const path of reads) expect([path, (await reader.fetch(path)).status]).toEqual([path, 404])
    expect(await list(reader, '?shared=true')).toEqual([])
  })

  it('lets a reader change nothing, whatever their role', async () => {
    const { owner, reader } = await meet()
    await expectStatus(await owner.send('PATCH', `/api/chats/${chat}`, { isShared: true }), 200)
    const before = await servers.database.prisma.chat.findUniqueOrThrow({ where: { id: chat } })
    const [question, answer] = await readMessages(owner, chat)
    const tries = [
      reader.send('PATCH', `/api/chats/${chat}`, { title: 'Mine' }), reader.send('PATCH', `/api/chats/${chat}`, { isShared: false }), reader.send('PATCH', `/api/chats/${chat}`, { activeMessageId: answer?.id }),
      reader.fetch(`/api/chats/${chat}`, { method: 'DELETE' }), reader.send('POST', `/api/chat/${chat}/stop`, {}), ask(reader, chat, 'Mine?', { messageId: 'question-9' }),
      edit(reader, chat, question?.id ?? '', 'Mine?', 'question-8'), regenerate(reader, chat, question?.id ?? ''),
    ]
    for (const response of tries) expect(await toCode(response)).toEqual([403, 'read-only'])
    expect((await reader.send('PATCH', `/api/chats/${chat}`, { isDeleted: false })).status).toBe(404)
    expect(await servers.database.prisma.chat.findUniqueOrThrow({ where: { id: chat } })).toEqual(before)
    expect(await readMessages(owner, chat)).toHaveLength(4)
  })

  it('tells those who may read it of what changes in it, and nobody else', async () => {
    const { owner, reader, stranger } = await meet()
    const [ofReader, ofStranger, ofOwner] = await Promise.all([reader, stranger, owner].map((browser) => readEvents(browser)))
    await expectStatus(await owner.send('PATCH', `/api/chats/${chat}`, { isShared: true }), 200)
    expect(await ofReader?.until('chat-changed')).toEqual({ type: 'chat-changed', chatId: chat })
    await askToEnd(owner, chat, 'And now?', { messageId: 'question-3' })
    expect(await ofReader?.until('turn-started')).toMatchObject({ chatId: chat })
    expect(await ofReader?.until('turn-ended')).toMatchObject({ chatId: chat })
    const before = ofReader?.events.length ?? 0
    await expectStatus(await owner.send('PATCH', `/api/chats/${chat}`, { isShared: false }), 200)
    expect(await ofReader?.until('chat-changed')).toEqual({ type: 'chat-changed', chatId: chat })
    await askToEnd(owner, chat, 'Alone again?', { messageId: 'question-4' })
    await ofOwner?.until('turn-ended')
    await ofOwner?.until('turn-ended')
    // What is told of next is their own.
    await expectStatus(await reader.send('PATCH', '/api/settings/chat', { detailLevel: 2 }), 200)
    await ofReader?.until('settings-changed')
    expect(ofReader?.events.slice(before).map(({ type }) => type)).toEqual(['chat-changed', 'settings-changed'])
    await expectStatus(await stranger.send('PATCH', '/api/settings/chat', { detailLevel: 2 }), 200)
    await ofStranger?.until('settings-changed')
    expect(ofStranger?.events).toEqual([{ type: 'settings-changed' }])
    await Promise.all([ofReader, ofStranger, ofOwner].map((events) => events?.close()))
  })

  it.each([{ isShared: 'true' }, { isShared: null }, { isShared: true, title: 'x' }])('takes no %j', async (change) => {
    const server = await servers.start()
    const owner = await signUpFirst(server)
    await askToEnd(owner, chat, 'Hello')
    expect(await toCode(owner.send('PATCH', `/api/chats/${chat}`, change))).toEqual([400, 'request-invalid'])
  })
})
