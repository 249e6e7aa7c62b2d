import { describe, expect, it } from 'vitest'
import { executeApproval } from '#layers/northlight/server/approvals/execute-approval.ts'
import { decide, readApproval, readAsk, untilState } from '#layers/northlight/tests/support/approval-client.ts'
import { askToEnd, outcomeOf, readAnswer } from '#layers/northlight/tests/support/chat-client.ts'
import { changeFirstDot, listEvents, readLog, setRule, setSandbox } from '#layers/northlight/tests/support/gate-client.ts'
import { createIdleJobs } from '#layers/northlight/tests/support/idle-jobs.ts'
import { answerStep, callParts, callStep } from '#layers/northlight/tests/support/model-parts.ts'
import { startGatedServer } from '#layers/northlight/tests/support/start-gated-server.ts'
import type { GatedServer } from '#layers/northlight/tests/support/start-gated-server.ts'
import type { TestServer } from '#layers/northlight/tests/support/start-test-server.ts'
import { embeddedDatabase } from '#layers/northlight/tests/support/test-databases.ts'
import { until } from '#layers/northlight/tests/support/until.ts'
import { useTestServers } from '#layers/northlight/tests/support/use-test-servers.ts'

const chat = 'chat-0123456789abcdef'

const closings: [string, (server: TestServer) => Promise<void>, string][] = [
  ['its rule became block', (server) => setRule(server, 'block'), 'Block'],
  ['its rule became hand-off', (server) => setRule(server, 'hand-off'), 'Hand off'],
  ['sandbox mode was turned on', (server) => setSandbox(server, true), 'Sandbox'],
  ['its dot was archived', (server) => changeFirstDot(server, { isArchived: true }), 'archived'],
]

describe('the gate, looked at again', () => {
  const servers = useTestServers(embeddedDatabase)
  const start = async (more: Parameters<typeof startGatedServer>[2] = {}): Promise<GatedServer> => {
    const gated = await startGatedServer(servers, [callStep(callParts('c1', 'post', { word: 'The secret plan' })), answerStep('I see.')], more)
    await askToEnd(gated.server, chat, 'Post it.')
    return gated
  }
  /** What was approved is carried out when the test says so. */
  const startHeld = async () => start({ jobs: createIdleJobs() })

  it.each(closings)('lets nobody approve when %s after it was asked, until the gate is open again', async (_name, close, word) => {
    const { server, executor } = await start()
    const ask = await readAsk(server)
    await close(server)
    const refused = await decide(server, ask, 'approve')
    expect([refused.status, refused.body]).toMatchObject([409, { code: 'gate-closed', message: expect.stringContaining(word) }])
    expect([(await readApproval(server, ask.id)).state, executor.done.length]).toEqual(['pending', 0])
    await setSandbox(server, false)
    await changeFirstDot(server, { isArchived: false, rules: { issue_comment: 'ask' } })
    expect((await decide(server, ask, 'approve')).status).toBe(200)
    await untilState(server, ask.id, 'executed')
    expect(executor.done).toHaveLength(1)
  })

  it('lets a person reject what can\'t go out any more, and the log tells why, and not what was to be sent', async () => {
    const { server } = await start()
    await setSandbox(server, true)
    const ask = await readAsk(server)
    expect((await decide(server, ask, 'reject', { reason: 'Not before Monday.' })).body).toMatchObject({ state: 'rejected', reason: 'Not before Monday.' })
    const log = await readLog(server, `search=${ask.id}`)
    expect(log[0]).toMatchObject({ event: 'rejected', state: 'rejected', actor: { name: 'You' }, facts: { note: 'Not before Monday.', dot: 'Quality', toolName: 'post', value: 'acme/shop#1' } })
    expect(JSON.stringify(log)).not.toContain('secret plan')
  })

  it.each(closings)('carries nothing out when %s after it was approved', async (_name, close, word) => {
    const { server, executor } = await startHeld()
    const ask = await readAsk(server)
    expect((await decide(server, ask, 'approve')).status).toBe(200)
    await close(server)
    await executeApproval(server.services, ask.id)
    expect(await readApproval(server, ask.id)).toMatchObject({ state: 'failed', note: expect.stringContaining(word) })
    expect(executor.done).toEqual([])
    expect(await listEvents(server, ask.id)).toEqual(['asked', 'approved', 'failed'])
  })

  it('carries nothing out in a target that was closed meanwhile, and the model is told why', async () => {
    const { server, executor, model } = await start()
    executor.obstacle = 'acme/shop#1 is closed'
    const ask = await readAsk(server)
    await decide(server, ask, 'approve')
    await untilState(server, ask.id, 'failed')
    await until(async () => outcomeOf(await readAnswer(server, chat)) === 'done')
    const told = JSON.stringify(model.prompts[1]?.at(-1))
    expect(told).toContain('acme/shop#1 is closed')
    expect(told).not.toContain('secret plan')
    expect([executor.done.length, await listEvents(server, ask.id)]).toEqual([0, ['asked', 'approved', 'begun', 'failed']])
  })

  it('is known to have done nothing where its target could not even be looked at', async () => {
    const { server, executor } = await start()
    executor.check = async () => {
      throw new Error('The line broke.')
    }
    const ask = await readAsk(server)
    await decide(server, ask, 'approve')
    expect(await untilState(server, ask.id, 'failed')).toMatchObject({ note: 'Its target could not be looked at, so nothing was done.' })
    expect(executor.done).toEqual([])
  })

  it('executes what was approved once, however often its job comes', async () => {
    const { server, executor } = await startHeld()
    const ask = await readAsk(server)
    await decide(server, ask, 'approve')
    await Promise.all(Array.from({ length: 5 }, () => executeApproval(server.services, ask.id)))
    await executeApproval(server.services, ask.id)
    expect([executor.done.length, (await readApproval(server, ask.id)).state]).toEqual([1, 'executed'])
    expect(await listEvents(server, ask.id)).toEqual(['asked', 'approved', 'begun', 'executed'])
  })
})
