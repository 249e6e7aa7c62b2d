import { describe, expect, it } from 'vitest'
import { expectStatus, signUpFirst, signUpInvited } from '#layers/northlight/tests/support/browser-session.ts'
import type { BrowserSession } from '#layers/northlight/tests/support/browser-session.ts'
import { askToEnd, edit, importMessages, readMessages, regenerate, toQuestion } from '#layers/northlight/tests/support/chat-client.ts'
import { createScriptedModel } from '#layers/northlight/tests/support/scripted-model.ts'
import { answerStep, callParts, callStep } from '#layers/northlight/tests/support/model-parts.ts'
import { testDatabases } from '#layers/northlight/tests/support/test-databases.ts'
import { usePeopleServers } from '#layers/northlight/tests/support/use-people-servers.ts'

const [adasChat, gracesChat] = ['chat-of-ada-0123456789', 'chat-of-grace-0123456789']

async function toCode(response: Promise<Response>): Promise<unknown[]> {
  const answer = await response
  return [answer.status, (await answer.json() as { code?: string }).code]
}

async function attach(browser: BrowserSession, text: string): Promise<string> {
  const upload = await expectStatus(await browser.fetch('/api/files?name=a.txt', { method: 'POST', headers: { 'content-type': 'text/plain' }, body: text }), 201)
  return (await upload.json() as { url: string }).url
}

describe.each(testDatabases)('two people, $name', (kind) => {
  const servers = usePeopleServers(kind)

  async function meet() {
    const server = await servers.start()
    const ada = await signUpFirst(server, 'Ada', 'ada@example.com')
    const grace = await signUpInvited(ada, 'Grace', 'grace@example.com')
    await askToEnd(ada, adasChat, 'Ada asks')
    await askToEnd(grace, gracesChat, 'Grace asks', { messageId: 'graces-question' })
    return { ada, grace }
  }

  it('never mix a chat of one with a message or a file of the other', async () => {
    const { ada, grace } = await meet()
    const [, answer] = await readMessages(grace, gracesChat)
    expect(await toCode(ada.send('PATCH', `/api/chats/${adasChat}`, { activeMessageId: answer?.id }))).toEqual([404, 'message-not-found'])
    expect(await toCode(edit(ada, adasChat, 'graces-question', 'Mine', 'new-1'))).toEqual([404, 'message-not-found'])
    expect(await toCode(regenerate(ada, adasChat, 'graces-question'))).toEqual([404, 'message-not-found'])
    const url = await attach(grace, 'Of Grace')
    const message = { id: 'new-2', role: 'user', parts: [{ type: 'file', url, mediaType: 'text/plain', filename: 'a.txt' }] }
    expect(await toCode(ada.send('POST', '/api/chat', { ...toQuestion(adasChat, ''), message }))).toEqual([404, 'file-not-found'])
    expect(await toCode(ada.fetch(url))).toEqual([404, 'file-not-found'])
    expect(await readMessages(ada, adasChat)).toHaveLength(2)
    expect(await readMessages(grace, gracesChat)).toHaveLength(2)
  })

  it('of two organisations: the agent of one finds no report of the other', async () => {
    const model = createScriptedModel([
      callStep(callParts('c1', 'list_runs', {}), callParts('c2', 'get_run', { runId: 'canary-run' })), answerStep('None.'),
    ])
    const server = await servers.start({ model: { model } })
    const ada = await signUpFirst(server, 'Ada', 'ada@example.com')
    const grace = await signUpInvited(ada, 'Grace', 'grace@example.com')
    await expectStatus(await grace.send('POST', '/api/organizations', { name: 'Elsewhere' }), 201)
    await servers.database.prisma.testRun.create({ data: {
      id: 'canary-run', organizationId: 'local-organization', createdBy: 'local-user', title: 'Canary run', format: 'junit', isWhole: true, tests: 1, passed: 1, failed: 0, skipped: 0, flaky: 0, uploadedAt: new Date(),
    } })
    try {
      await askToEnd(grace, gracesChat, 'What failed in the last run?')
      const told = JSON.stringify(await readMessages(grace, gracesChat))
      expect(told).toContain('list_runs')
      expect(told).toContain('"runs":[]')
      expect(told).not.toContain('Canary run')
    }
    finally {
      await servers.database.prisma.testRun.delete({ where: { id: 'canary-run' } })
    }
  })

  it('do not see each other\'s lists, searches and imports', async () => {
    const { ada, grace } = await meet()
    await importMessages(ada, [{ role: 'user', parts: [{ type: 'text', text: 'harbour' }] }], 'Of Ada')
    for (const query of ['', '?search=harbour', '?shared=true', `?before=${gracesChat}`]) {
      const { chats } = await (await grace.fetch(`/api/chats${query}`)).json() as { chats: { id: string }[] }
      expect(chats.filter(({ id }) => id !== gracesChat)).toEqual([])
    }
    expect(await toCode(grace.fetch(`/api/chats?before=${adasChat}`))).toEqual([404, 'chat-not-found'])
  })
})
