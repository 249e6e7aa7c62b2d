import { describe, expect, it } from 'vitest'
import type { Action } from '#layers/northlight/shared/approvals/action.ts'
import { decide, readAsk, untilState } from '#layers/northlight/tests/support/approval-client.ts'
import { expectStatus, openBrowser, signIn, signUpFirst, signUpInvited } from '#layers/northlight/tests/support/browser-session.ts'
import type { BrowserSession } from '#layers/northlight/tests/support/browser-session.ts'
import { askToEnd } from '#layers/northlight/tests/support/chat-client.ts'
import { answerStep, callParts, callStep } from '#layers/northlight/tests/support/model-parts.ts'
import { readEvents } from '#layers/northlight/tests/support/read-events.ts'
import type { EventsReader } from '#layers/northlight/tests/support/read-events.ts'
import { startGatedServer } from '#layers/northlight/tests/support/start-gated-server.ts'
import { embeddedDatabase, postgresDatabase, postgresMissing } from '#layers/northlight/tests/support/test-databases.ts'
import { createGatedStub } from '#layers/northlight/tests/support/tool-stub.ts'
import { usePeopleServers } from '#layers/northlight/tests/support/use-people-servers.ts'

const chat = 'chat-0123456789abcdef'
const steps = [callStep(callParts('c1', 'post', { word: 'The secret plan' })), answerStep('I see.')]

/** Several people sign up, which is made to cost. In milliseconds. */
const longest = 120_000

/** Reads on until an approval stands there, and gives how it stood at each event. */
async function readStates(reader: EventsReader, last: string): Promise<string[]> {
  const states: string[] = []
  while (states.at(-1) !== last) states.push((await reader.until('approval')).state)
  return states
}

/** What a reader was told of approvals, once something later has come. */
async function readAll(browser: BrowserSession, reader: EventsReader): Promise<string[]> {
  await expectStatus(await browser.send('PATCH', '/api/settings/chat', { detailLevel: 1 }), 200)
  await reader.until('settings-changed')
  return reader.events.flatMap((event) => event.type === 'approval' ? [event.state] : [])
}

describe('those whom an approval concerns', () => {
  const servers = usePeopleServers(embeddedDatabase)

  async function meet() {
    const { server } = await startGatedServer(servers, steps)
    const owner = await signUpFirst(server, 'Olive')
    const [admin, mona, carl] = [await signUpInvited(owner, 'Ada', 'ada@example.com', 'admin'), await signUpInvited(owner, 'Mona', 'mona@example.com'), await signUpInvited(owner, 'Carl', 'carl@example.com')]
    return { owner, admin, mona, carl }
  }

  it('are told of each of its states: who it was asked for and who manages; nobody else', async () => {
    const { owner, admin, mona, carl } = await meet()
    const readers = await Promise.all([owner, admin, mona].map(readEvents))
    const stranger = await readEvents(carl)
    await askToEnd(mona, chat, 'Post it.')
    await decide(admin, await readAsk(mona), 'approve')
    for (const reader of readers) {
      const states = await readStates(reader, 'executed')
      // Each tells how it stands when it is told: some steps may be told of together.
      expect([states[0], states.at(-1), new Set(['pending', 'approved', 'executing', 'executed']).isSupersetOf(new Set(states))]).toEqual(['pending', 'executed', true])
    }
    expect(await readAll(carl, stranger)).toEqual([])
  }, longest)

  it('are told by ids, state and request; what was to be sent is in no event', async () => {
    const { mona } = await meet()
    const reader = await readEvents(mona)
    await askToEnd(mona, chat, 'Post it.')
    const ask = await readAsk(mona)
    const event = await reader.until('approval')
    expect(event).toMatchObject({ id: ask.id, version: 1, state: 'pending', chatId: chat, leadChatId: null, request: { value: 'acme/shop#1', toolName: 'post', requester: { dot: 'Quality', chatId: chat } } })
    expect(JSON.stringify(event)).not.toContain('secret plan')
  }, longest)

  it('are also those who may read its chat, while it is shared', async () => {
    const { mona, carl } = await meet()
    await askToEnd(mona, chat, 'Post it.')
    const reader = await readEvents(carl)
    await expectStatus(await mona.send('PATCH', `/api/chats/${chat}`, { isShared: true }), 200)
    const ask = await readAsk(mona)
    await decide(mona, ask, 'edit', { body: { text: 'Hello, all' } })
    expect(await reader.until('approval')).toMatchObject({ id: ask.id, state: 'pending', version: 2 })
    await expectStatus(await mona.send('PATCH', `/api/chats/${chat}`, { isShared: false }), 200)
    await decide(mona, await readAsk(mona), 'reject')
    await untilState(mona, ask.id, 'rejected')
    expect(await readAll(carl, reader)).toEqual(['pending'])
  }, longest)
})

describe('those whom an approval concerns, on another server', () => {
  if (!postgresDatabase) return void it('need PostgreSQL', ({ skip }) => skip(postgresMissing))
  const servers = usePeopleServers(postgresDatabase)
  const target: Action['target'] = { kind: 'issue', key: 'acme/shop#1', url: null, title: 'x'.repeat(1_000_000) }
  const vast = { ...createGatedStub('post'), toAction: async () => ({ kind: 'issue_comment', target, body: { text: 'Hello' } }) }

  it('are told as those on this one are, also of a value of a megabyte, and nobody else is', async () => {
    const { server, overrides } = await startGatedServer(servers, steps, { tools: [vast] })
    const other = await servers.start(overrides)
    const mona = await signUpFirst(server, 'Mona', 'mona@example.com')
    await signUpInvited(mona, 'Carl', 'carl@example.com')
    const there = async (email: string) => {
      const browser = openBrowser(other)
      await expectStatus(await signIn(browser, email), 200)
      return browser
    }
    const [monaThere, carlThere] = [await there('mona@example.com'), await there('carl@example.com')]
    const [here, elsewhere, stranger] = await Promise.all([mona, monaThere, carlThere].map(readEvents))
    if (!here || !elsewhere || !stranger) throw new Error('There are three readers.')
    await askToEnd(mona, chat, 'Post it.')
    const [event, sameThere] = [await here.until('approval'), await elsewhere.until('approval')]
    expect(sameThere).toEqual(event)
    expect((event.request as { value: string }).value.length).toBe(`acme/shop#1 ${target.title}`.length)
    await decide(monaThere, await readAsk(monaThere), 'reject')
    expect((await readStates(here, 'rejected')).at(-1)).toBe('rejected')
    expect(await readAll(carlThere, stranger)).toEqual([])
  }, longest)
})
