// @vitest-environment happy-dom
import { mount } from '@vue/test-utils'
import type { VueWrapper } from '@vue/test-utils'
import { createPinia } from 'pinia'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { shallowRef } from 'vue'
import ApprovalDock from '#layers/northlight/components/approvals/ApprovalDock.vue'
import type { ChatAsks } from '#layers/northlight/composables/approvals/useChatAsks.ts'
import type { Approval } from '#layers/northlight/shared/approvals/approval-answers.ts'
import { createChatClient } from '#layers/northlight/shared/host/chat-client.ts'
import { toApproval } from '#layers/northlight/tests/fixtures/approvals/to-approval.ts'

const chatId = 'chat-0123456789abcdef'
const until = (check: () => void) => vi.waitFor(check, { timeout: 15_000 })

/** The server's routes for approvals, and its events. */
function createServer(...approvals: Approval[]) {
  let events: ReadableStreamDefaultController<Uint8Array> | undefined
  const send = (event: object) => events?.enqueue(new TextEncoder().encode(`data: ${JSON.stringify(event)}\n\n`))
  const rows = new Map(approvals.map((approval) => [approval.id, approval]))
  const server = {
    rows,
    posts: [] as unknown[],
    reads: [] as string[],
    answer: (id: string): Response => Response.json(rows.get(id)),
    /** Changes one, and tells of it. */
    change(id: string, fields: Partial<Approval>) {
      const approval = { ...toApproval({ id }), ...rows.get(id), ...fields }
      rows.set(id, approval)
      send({ type: 'approval', id, version: approval.version, state: approval.state, chatId: approval.chatId, leadChatId: approval.leadChatId, request: null })
    },
    resync: () => send({ type: 'hello' }),
    isHeard: () => events !== undefined,
  }
  const serve = async (input: RequestInfo | URL, init: RequestInit = {}) => {
    const path = String(input)
    if (path.startsWith('/api/events')) return new Response(new ReadableStream({ start: (controller) => void (events = controller) }), { headers: { 'content-type': 'text/event-stream' } })
    const id = /^\/api\/approvals\/([^/?]+)/.exec(path)?.[1]
    if (init.method === 'POST' && id) {
      server.posts.push(JSON.parse(String(init.body)))
      return server.answer(id)
    }
    server.reads.push(path)
    if (id) return Response.json(rows.get(id))
    return Response.json({ approvals: [...rows.values()], waiting: rows.size, hasMore: false })
  }
  return Object.assign(server, { client: createChatClient({}, serve as typeof fetch) })
}

describe('the dock of what waits', () => {
  let dock: VueWrapper

  afterEach(() => dock.unmount())

  async function show(server: ReturnType<typeof createServer>, stoppable = false) {
    const isLoaded = shallowRef(false)
    const asks: ChatAsks = { client: server.client, chatId, isNeeded: shallowRef(true), need: () => {}, isLoaded, noteLoaded: () => void (isLoaded.value = true) }
    dock = mount(ApprovalDock, { props: { asks, stoppable }, attachTo: document.body, global: { plugins: [createPinia()] } })
    await until(() => expect([isLoaded.value, server.isHeard()]).toEqual([true, true]))
    await until(() => expect(server.reads).toContain(`/api/approvals?chat=${chatId}`))
  }
  const said = () => dock.emitted('say')?.flat()
  const button = (name: string) => dock.findAll('button').find((candidate) => candidate.text() === name)
  const approve = async () => {
    await until(() => expect(button('Approve')?.attributes('disabled')).toBeUndefined())
    await button('Approve')?.trigger('click')
  }

  it('is not there where nothing waits here', async () => {
    await show(createServer(toApproval({ state: 'executed' }), toApproval({ id: 'elsewhere', chatId: 'another-chat-000000' })))
    expect(dock.find('[data-slot="approval-dock"]').exists()).toBe(false)
    expect(said()).toBeUndefined()
  })

  it('has the chat\'s own asks and those that are forwarded to it', async () => {
    await show(createServer(toApproval({ createdAt: 1 }), toApproval({ id: 'forwarded', createdAt: 2, chatId: 'of-another-dot-000', leadChatId: chatId })))
    expect(dock.text()).toContain('1 of 2 waiting for a decision')
    expect(said()).toEqual(['An action waits for your decision: Enter time worked, ACME', 'An action waits for your decision: Enter time worked, ACME'])
  })

  it('goes on to the next once one is approved, and is gone after the last', async () => {
    const server = createServer(toApproval({ createdAt: 1 }), toApproval({ id: 'second', createdAt: 2 }))
    server.answer = (id) => {
      server.change(id, { state: 'approved' })
      return Response.json(server.rows.get(id))
    }
    await show(server)
    await approve()
    await until(() => expect(dock.text()).not.toContain('of 2'))
    expect(server.posts).toEqual([{ decision: 'approve', version: 1, digest: toApproval().digest }])
    expect(dock.find('[data-slot="approval-dock"]').exists()).toBe(true)
    await approve()
    await until(() => expect(dock.find('[data-slot="approval-dock"]').exists()).toBe(false))
    expect(server.posts).toHaveLength(2)
    expect(said()?.filter((words) => String(words).startsWith('Approved'))).toHaveLength(2)
  })

  it('counts those that wait, and not the one that was decided meanwhile', async () => {
    const server = createServer(toApproval({ createdAt: 1 }), toApproval({ id: 'second', createdAt: 2 }))
    await show(server)
    server.change(toApproval().id, { state: 'superseded' })
    await until(() => expect(dock.text()).toContain('Decided · 1 more waiting'))
  })

  it('shows how one stands that somebody else decided, until it is left', async () => {
    const server = createServer(toApproval())
    await show(server)
    server.change('approval-1', { state: 'rejected', reason: 'Wrong client.', decidedBy: { id: 'p2', name: 'Bo' }, decidedAt: 0 })
    await until(() => expect(dock.text()).toContain('Rejected · Wrong client.'))
    expect(button('Approve')).toBeUndefined()
    expect(said()).toContain('Rejected: Enter time worked, ACME. Wrong client.')
    await button('Close')?.trigger('click')
    expect(dock.find('[data-slot="approval-dock"]').exists()).toBe(false)
  })

  it('settles where a decision came too late, and says nothing of an error', async () => {
    const server = createServer(toApproval())
    server.answer = (id) => {
      server.rows.set(id, toApproval({ state: 'executed', note: 'Entered.' }))
      return Response.json({ code: 'approval-decided', message: 'It was decided.', approval: { id, state: 'executed', version: 1 } }, { status: 409 })
    }
    await show(server)
    await approve()
    await until(() => expect(dock.text()).toContain('Done · Entered.'))
    expect(dock.find('[role="alert"]').exists()).toBe(false)
  })

  it('says why a decision could not be taken, and takes it the next time', async () => {
    const server = createServer(toApproval())
    server.answer = () => Response.json({ code: 'database-unavailable', message: 'The database does not answer.', fix: 'Try again.' }, { status: 503 })
    await show(server)
    await approve()
    await until(() => expect(dock.get('[role="alert"]').text()).toBe('The database does not answer. Try again.'))
    server.answer = (id) => Response.json(toApproval({ id, state: 'approved' }))
    await approve()
    await until(() => expect(dock.find('[data-slot="approval-dock"]').exists()).toBe(false))
  })

  it('begins anew with a new version: what was opened of the one before counts for nothing', async () => {
    const server = createServer(toApproval())
    await show(server)
    await button('Reject')?.trigger('click')
    await dock.get('textarea').setValue('No')
    server.change('approval-1', { version: 2, digest: 'e'.repeat(64) })
    await until(() => expect(dock.find('textarea').exists()).toBe(false))
    expect(said()?.at(-1)).toBe('Changed, and waits for a decision: Enter time worked, ACME')
    server.answer = (id) => Response.json(toApproval({ id, state: 'approved', version: 2 }))
    await approve()
    expect(server.posts).toEqual([{ decision: 'approve', version: 2, digest: 'e'.repeat(64) }])
  })

  it('takes in what comes later, and what was missed', async () => {
    const server = createServer()
    await show(server)
    server.change('late', { createdAt: 5 })
    await until(() => expect(dock.text()).toContain('Waiting for a decision'))
    server.rows.set('missed', toApproval({ id: 'missed', createdAt: 9 }))
    server.resync()
    server.change('elsewhere', { chatId: 'another-chat-000000' })
    server.change('late', { state: 'expired' })
    await until(() => expect(dock.text()).toContain('Expired'))
    expect(server.reads).not.toContain('/api/approvals/elsewhere')
  })

  it('can stop the answer that waits, in two presses, where there is one', async () => {
    await show(createServer(toApproval()), true)
    await button('Stop…')?.trigger('click')
    expect(dock.emitted('stop')).toBeUndefined()
    await button('Stop')?.trigger('click')
    expect(dock.emitted('stop')).toHaveLength(1)
    await dock.setProps({ stoppable: false })
    expect(button('Stop…')).toBeUndefined()
  })
})
