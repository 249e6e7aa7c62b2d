import { describe, expect, it } from 'vitest'
import { decide, listAsks, readApproval, readAsk, untilState } from '#layers/northlight/tests/support/approval-client.ts'
import { expectStatus } from '#layers/northlight/tests/support/browser-session.ts'
import { ask, askToEnd, outcomeOf, partsOf, readAnswer, stop } from '#layers/northlight/tests/support/chat-client.ts'
import { changeFirstDot, listEvents, readLog, setRule, setSandbox } from '#layers/northlight/tests/support/gate-client.ts'
import { answerStep, callParts, callStep } from '#layers/northlight/tests/support/model-parts.ts'
import { startGatedServer } from '#layers/northlight/tests/support/start-gated-server.ts'
import type { TestServer } from '#layers/northlight/tests/support/start-test-server.ts'
import { testDatabases } from '#layers/northlight/tests/support/test-databases.ts'
import { until } from '#layers/northlight/tests/support/until.ts'
import { useTestServers } from '#layers/northlight/tests/support/use-test-servers.ts'

const chat = 'chat-0123456789abcdef'
const post = (id: string, word: string) => callStep(callParts(id, 'post', { word }))
const fetchStep = (id: string) => callStep(callParts(id, 'fetch', {}))
const untilDone = (server: TestServer) => until(async () => outcomeOf(await readAnswer(server, chat)) === 'done')

describe.each(testDatabases)('an action at the gate, on the $name database', (kind) => {
  const servers = useTestServers(kind)
  const start = (...steps: Parameters<typeof startGatedServer>[1]) => startGatedServer(servers, steps)

  it('is done at once where the rule says act, in the same answer, and nobody is asked', async () => {
    const { server, model, executor } = await start(post('c1', 'Hello'), answerStep('Posted.'))
    await setRule(server, 'act')
    await askToEnd(server, chat, 'Post it.')
    expect(executor.done).toMatchObject([{ body: { text: 'Hello' } }])
    const [done] = await listAsks(server)
    expect(done).toMatchObject({ state: 'executed', decidedBy: null, canDecide: false, payload: { request: { matchedRule: 'act', context: null } } })
    expect(partsOf(await readAnswer(server, chat), 'tool-post')).toMatchObject([{ state: 'output-available', output: { commented: 'acme/shop#1' } }])
    expect([model.calls.length, await listEvents(server, done?.id ?? '')]).toEqual([2, ['allowed', 'begun', 'executed']])
  })

  it('that was done at once and failed is told to the model as failed', async () => {
    const { server, model, executor } = await start(post('c1', 'Hello'), answerStep('I see.'))
    await setRule(server, 'act')
    executor.fault = 'refuse'
    await askToEnd(server, chat, 'Post it.')
    expect(JSON.stringify(model.prompts[1]?.at(-1))).toContain('The tracker refused it.')
    expect([executor.done.length, (await listAsks(server))[0]?.state]).toEqual([0, 'failed'])
  })

  it('that a rule lets go out is told as what came of it, also where its answer is stopped meanwhile', async () => {
    const { server, model, executor } = await start(post('c1', 'Hello'), answerStep('Fine.'))
    await setRule(server, 'act')
    const held = Promise.withResolvers<void>()
    executor.hold = held.promise
    const asked = askToEnd(server, chat, 'Post it.')
    await until(async () => (await listAsks(server))[0]?.state === 'executing')
    await stop(server, chat)
    await asked
    held.resolve()
    const [ended] = await listAsks(server)
    await untilState(server, ended?.id ?? '', 'executed')
    expect(partsOf(await readAnswer(server, chat), 'tool-post')).toMatchObject([{ state: 'output-error', approval: { id: ended?.id, approved: true } }])
    await askToEnd(server, chat, 'Did you?', { messageId: 'question-2' })
    expect(JSON.stringify(model.prompts[1])).toContain('"commented":"acme/shop#1"')
  })

  it('of which nobody knows the end waits for a person, also where the rule says act', async () => {
    const { server, executor, model } = await start(post('c1', 'Hello'), answerStep('I see.'))
    await setRule(server, 'act')
    executor.fault = 'drop'
    await askToEnd(server, chat, 'Post it.')
    const lost = await readAsk(server)
    expect([lost.state, lost.canDecide, model.calls.length]).toEqual(['unknown', true, 1])
    await expectStatus(await server.send('POST', `/api/approvals/${lost.id}/settlement`, { happened: true, version: lost.version, digest: lost.digest }), 200)
    await untilDone(server)
    expect(await listEvents(server, lost.id)).toEqual(['allowed', 'begun', 'lost', 'settled'])
  })

  it('waits for a person in spite of act once outside text was read, and not before, until a person speaks again', async () => {
    const { server, executor } = await start(post('c1', 'One'), fetchStep('c2'), post('c3', 'Two'), answerStep('Two posted.'), post('c4', 'Three'), answerStep('Three posted.'))
    await setRule(server, 'act')
    await askToEnd(server, chat, 'Post, read, and post.')
    expect(executor.done.map(({ body }) => body)).toEqual([{ text: 'One' }])
    const waiting = await readAsk(server)
    expect(waiting.payload).toMatchObject({ request: { matchedRule: 'act, but the answer has read text from outside', context: 'The answer has read text from outside.' } })
    await decide(server, waiting, 'approve')
    await untilDone(server)
    await askToEnd(server, chat, 'Once more.', { messageId: 'question-2' })
    expect(executor.done.map(({ body }) => body)).toEqual([{ text: 'One' }, { text: 'Two' }, { text: 'Three' }])
  })

  it('remembers over a wait that outside text was read', async () => {
    const { server, executor } = await start(fetchStep('c1'), post('c2', 'One'), post('c3', 'Two'))
    await setRule(server, 'act')
    await askToEnd(server, chat, 'Read and post twice.')
    await decide(server, await readAsk(server), 'approve')
    await until(async () => (await listAsks(server, '?state=pending')).some(({ body }) => (body as { text: string }).text === 'Two'))
    expect(executor.done.length).toBe(1)
  })

  it('waits for a person in spite of act where the person brought a file', async () => {
    const { server, executor } = await start(post('c1', 'Hello'))
    await setRule(server, 'act')
    const upload = await expectStatus(await server.fetch('/api/files?name=notes.txt', { method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'Post this everywhere.' }), 201)
    const { url } = await upload.json() as { url: string }
    const message = { id: 'question-1', role: 'user', parts: [{ type: 'text', text: 'Do it.' }, { type: 'file', url, mediaType: 'text/plain', filename: 'notes.txt' }] }
    await (await expectStatus(await server.send('POST', '/api/chat', { id: chat, trigger: 'submit-message', message }), 200)).text()
    expect([executor.done.length, (await readAsk(server)).state]).toEqual([0, 'pending'])
  })

  it('is refused by each rule in words of its own, without what was to be sent, and the log tells which', async () => {
    const cases: [string, (server: TestServer) => Promise<void>, string][] = [
      ['block', (server) => setRule(server, 'block'), 'blocked'],
      ['hand-off', (server) => setRule(server, 'hand-off'), 'handed-off'],
      ['sandbox mode', (server) => setSandbox(server, true), 'sandboxed'],
      ['archived dot', (server) => changeFirstDot(server, { isArchived: true }), 'blocked'],
    ]
    const words = new Set<string>()
    for (const [index, [name, close, event]] of cases.entries()) {
      const { server, model, executor } = await start()
      const response = await ask(server, `${chat}-${index}`, 'Post it.')
      const call = await model.call(1)
      await close(server)
      call.end(...post('c1', 'The secret plan'))
      const told = (await model.call(2)).prompt.at(-1)
      const output = told?.role === 'tool' && told.content[0]?.type === 'tool-result' ? told.content[0].output : undefined
      expect([name, output?.type]).toEqual([name, 'error-text'])
      words.add(JSON.stringify(output))
      expect([executor.done.length, await servers.database.prisma.approval.count()]).toEqual([0, 0])
      expect(await readLog(server, 'limit=1')).toMatchObject([{ event, approvalId: null }])
      await response.body?.cancel()
      await setSandbox(server, false)
      await changeFirstDot(server, { isArchived: false, rules: { issue_comment: 'ask' } })
      await server.close()
    }
    expect(words.size).toBe(cases.length)
    expect([...words].join()).not.toContain('secret plan')
  })

  it('takes the place of the same one that waits in its chat, and of no other', async () => {
    const { server, model } = await start(callStep(callParts('c1', 'post', { word: 'Hello' }), callParts('c2', 'post', { word: 'Bye' })), post('c3', 'Hello'), answerStep('Later.'))
    await askToEnd(server, chat, 'Post both.')
    const asks = await listAsks(server)
    const [hello, bye] = ['Hello', 'Bye'].map((word) => asks.find(({ body }) => (body as { text: string }).text === word))
    await askToEnd(server, chat, 'Post hello.', { messageId: 'question-2' })
    const again = (await listAsks(server)).find(({ id }) => !asks.some((one) => one.id === id))
    expect(await Promise.all([hello, bye, again].map(async (one) => (await readApproval(server, one?.id ?? '')).state))).toEqual(['superseded', 'pending', 'pending'])
    expect(await listEvents(server, hello?.id ?? '')).toEqual(['asked', 'superseded'])
    expect(hello && (await decide(server, hello, 'approve')).body).toMatchObject({ code: 'approval-decided', approval: { state: 'superseded' } })
    await askToEnd(server, chat, 'And?', { messageId: 'question-3' })
    const told = JSON.stringify(model.prompts[2])
    expect(told.match(/Waiting for a person\./g)).toHaveLength(2)
    if (again) await decide(server, again, 'approve')
    await untilState(server, again?.id ?? '', 'executed')
  })

  it('is not taken in whose body its kind does not know, and the model is told', async () => {
    const { server, model } = await start(post('c1', ''), answerStep('I see.'))
    await askToEnd(server, chat, 'Post nothing.')
    expect([model.calls.length, await servers.database.prisma.approval.count()]).toEqual([2, 0])
    expect(partsOf(await readAnswer(server, chat), 'tool-post')).toMatchObject([{ state: 'output-error', errorText: expect.stringContaining('can\'t be asked for') }])
  })
})
