import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findActionKind } from '#layers/northlight/shared/approvals/kinds/action-kind-registry.ts'
import type { GatedTool, ToolContext } from '#layers/northlight/server/agent/tools/define-tool.ts'
import { agentTools } from '#layers/northlight/server/agent/tools/tool-registry.ts'
import { startFakeGithub } from '#layers/northlight/tests/support/fake-github.ts'
import type { FakeGithub } from '#layers/northlight/tests/support/fake-github.ts'
import type { TestServer } from '#layers/northlight/tests/support/start-test-server.ts'
import { embeddedDatabase } from '#layers/northlight/tests/support/test-databases.ts'
import { useTestServers } from '#layers/northlight/tests/support/use-test-servers.ts'

const gatedTools = new Map(agentTools.flatMap((tool): [string, GatedTool][] => tool.actionKind === undefined ? [] : [[tool.name, tool]]))

function requireTool(name: string): GatedTool {
  const tool = gatedTools.get(name)
  if (!tool) throw new Error('There is no such tool.')
  return tool
}

describe('what the tools ask for that act outward', () => {
  const servers = useTestServers(embeddedDatabase)
  let github: FakeGithub
  let server: TestServer
  let context: ToolContext
  beforeEach(async () => {
    github = await startFakeGithub()
    server = await servers.start({ clock: { now: () => Date.UTC(2026, 10, 30, 23, 59) } }, { NORTHLIGHT_PRIVATE_ADDRESSES: '127.0.0.1' })
    context = { ...server.services, principal: server.services.localPrincipal, chatId: 'chat-0123456789abcdef', signal: new AbortController().signal }
  })
  afterEach(() => github.close())

  const connect = async (body: object) => expect((await server.send('POST', '/api/connections', body)).status).toBe(201)
  const connectGithub = () => connect({ kind: 'github', name: 'GitHub', url: github.apiUrl, secret: 'ghp_0123456789' })
  const ask = async (toolName: string, input: unknown) => requireTool(toolName).toAction(input, context)
  const comment = { repository: 'acme/shop', number: 12, text: ' Looks good. ' }

  it('are each shown from their first chunk on, and of a kind that there is', async () => {
    for (const tool of gatedTools.values()) expect([tool.manner, findActionKind(tool.actionKind)?.kind]).toEqual(['user-facing', tool.actionKind])
  })

  it('is a comment on a thread, with its title as far as that can be had', async () => {
    await connectGithub()
    github.addThread('acme/shop#12', { title: 'Basket\nis lost \u202E' })
    const target = { kind: 'pull_request', key: 'acme/shop#12', url: `${github.apiUrl}/acme/shop/pull/12`, title: 'Basket is lost' }
    expect(await ask('comment_on_pull_request', comment)).toEqual({ kind: 'pr_comment', target, body: { text: ' Looks good. ' } })
    expect(await ask('comment_on_issue', { ...comment, number: 99 })).toEqual({
      kind: 'issue_comment', target: { kind: 'issue', key: 'acme/shop#99', url: `${github.apiUrl}/acme/shop/issues/99`, title: null }, body: { text: ' Looks good. ' },
    })
    await github.close()
    expect(await ask('comment_on_pull_request', comment)).toMatchObject({ target: { title: null } })
  })

  it('is no comment where no repository is named, or nothing leads there', async () => {
    await expect(ask('comment_on_pull_request', comment)).rejects.toMatchObject({ code: 'connection-missing' })
    await connectGithub()
    for (const repository of ['shop', 'acme/shop/x', '../shop', 'acme/..', 'acme/shop#1', 'https://github.com/acme/shop', 'acme/']) {
      await expect(ask('comment_on_pull_request', { ...comment, repository })).rejects.toMatchObject({ code: 'request-invalid' })
    }
    expect(github.calls).toEqual([])
  })

  it('leads where people read it', async () => {
    await connect({ kind: 'github', name: 'GitHub', secret: 'ghp_0123456789' })
    await connect({ kind: 'github', name: 'octo', url: 'https://github.example.com/api/v3/', secret: 'ghp_0123456789' })
    // Nobody is asked for a title: the call was stopped before.
    const stopped = { ...context, signal: AbortSignal.abort(new Error('Stopped.')) }
    await expect(requireTool('comment_on_pull_request').toAction(comment, stopped)).rejects.toThrow('Stopped.')
  })

  it('is a message to a webhook that there is, of which the host alone is told', async () => {
    const message = { webhook: 'team', subject: 'Hi', text: 'All green.' }
    await expect(ask('send_webhook', message)).rejects.toMatchObject({ code: 'connection-missing', message: expect.stringContaining('There is no webhook.') })
    await connect({ kind: 'webhook', name: 'Team', url: 'https://hooks.example.com/services/secret-path' })
    expect(await ask('send_webhook', message)).toEqual({
      kind: 'webhook_call', target: { kind: 'webhook', key: 'Team', url: 'https://hooks.example.com/', title: null }, body: { subject: 'Hi', text: 'All green.' },
    })
    await expect(ask('send_webhook', { ...message, webhook: 'Others' })).rejects.toMatchObject({ message: 'There is no webhook of that name. There are: Team.' })
  })

  it('is time on a matter, today where no day is named', async () => {
    const entry = { minutes: 45, subject: ' Check\nout ', text: 'Review' }
    const target = { kind: 'matter', key: 'Check out', url: null, title: null }
    expect(await ask('propose_time_entry', entry)).toEqual({ kind: 'time_entry', target, body: { day: '2026-11-30', minutes: 45, text: 'Review' } })
    expect(await ask('propose_time_entry', { ...entry, day: '2026-11-02' })).toMatchObject({ body: { day: '2026-11-02' } })
    expect(await ask('propose_time_entry', { ...entry, text: 'a\u0000b\uD800' })).toMatchObject({ body: { text: 'ab\uFFFD' } })
    await expect(ask('propose_time_entry', { ...entry, subject: '\u200B' })).rejects.toMatchObject({ code: 'request-invalid' })
    await expect(ask('propose_time_entry', { ...entry, day: 'today' })).rejects.toThrow()
  })

  it('has a body that its kind takes', async () => {
    await connectGithub()
    await connect({ kind: 'webhook', name: 'Team', url: 'https://hooks.example.com/' })
    const inputs = { comment_on_pull_request: comment, comment_on_issue: comment, send_webhook: { webhook: 'Team', subject: 'Hi', text: 'x' }, propose_time_entry: { minutes: 1, subject: 'a', text: 'b' } }
    expect(Object.keys(inputs).toSorted()).toEqual([...gatedTools.keys()].toSorted())
    for (const [toolName, input] of Object.entries(inputs)) {
      const action = await ask(toolName, input)
      expect(findActionKind(action.kind)?.explainBody(action.body)).toBeUndefined()
    }
  })
})
