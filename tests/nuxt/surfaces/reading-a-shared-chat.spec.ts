import { mountSuspended } from '@nuxt/test-utils/runtime'
import type { VueWrapper } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { UIMessage } from 'ai'
import LiveChat from '#layers/northlight/components/chat/LiveChat.vue'
import { openPage, toSession } from '#layers/northlight/tests/support/session-states.ts'

const chatId = 'chat-of-somebody-else'
const question: UIMessage = { id: 'q1', role: 'user', parts: [{ type: 'text', text: 'First?' }] }
const stopped: UIMessage = {
  id: 'a1', role: 'assistant', metadata: { northlight: { outcome: 'interrupted' } }, parts: [
    { type: 'text', text: 'One.' },
    { type: 'tool-ask_question', toolCallId: 'c', state: 'output-available', input: { question: 'Which?', choices: ['This', 'That'] }, output: { asked: true }, toolMetadata: { northlight: { manner: 'user-facing' } } },
  ],
}

/** The server as a reader sees it: what is not for them answers 404 or 403. */
function createServer() {
  let events: ReadableStreamDefaultController<Uint8Array> | undefined
  const send = (event: object) => events?.enqueue(new TextEncoder().encode(`data: ${JSON.stringify(event)}\n\n`))
  const server = { stored: [question, stopped], isShared: true, writes: [] as string[], tell: () => send({ type: 'chat-changed', chatId }), isHeard: () => events !== undefined }
  const serve = async (input: RequestInfo | URL, init: RequestInit = {}) => {
    const path = String(input)
    if (init.method && init.method !== 'GET') server.writes.push(`${init.method} ${path}`)
    if (path === '/api/session') return Response.json(toSession('rea'))
    if (path === '/api/settings/chat') return Response.json({ detailLevel: 3 })
    if (path.startsWith('/api/events')) return new Response(new ReadableStream({ start: (controller) => void (events = controller) }), { headers: { 'content-type': 'text/event-stream' } })
    if (!server.isShared) return Response.json({ code: 'chat-not-found', message: 'There is no such chat.' }, { status: 404 })
    if (path.startsWith('/api/messages')) return Response.json({ messages: server.stored, versions: { q1: ['q0', 'q1'] } })
    return Response.json({ id: chatId, title: 'Of Wim', updatedAt: 1, isRunning: false, isShared: true, access: 'reader', ownerName: 'Wim' })
  }
  return Object.assign(server, { fetch: serve as typeof fetch })
}

describe('a chat of somebody else\'s', () => {
  let server: ReturnType<typeof createServer>
  let surface: VueWrapper

  beforeEach(async () => {
    server = createServer()
    surface = await mountSuspended(LiveChat, {
      props: { environment: { fetch: server.fetch }, chatId }, global: { plugins: [openPage(toSession('rea'))] }, attachTo: document.body,
    })
  })
  afterEach(() => surface.unmount())

  const buttons = () => surface.findAll('button').map((button) => button.text() || button.attributes('aria-label'))

  it('is read, at the reader\'s own level, and offers nothing that would write', async () => {
    expect(surface.get('[data-slot="reader-note"]').text()).toBe('Shared by Wim · you can read it')
    await vi.waitFor(() => expect(surface.get('[data-slot="transcript"]').attributes('data-detail-level')).toBe('3'))
    expect(surface.text()).toContain('First?')
    expect(surface.text()).toContain('One.')
    expect(surface.find('[data-quick-key="focus-message"]').exists()).toBe(false)
    expect(surface.find('[data-slot="versions"]').exists()).toBe(false)
    expect(surface.get('[data-slot="question"]').attributes('data-state')).toBe('settled')
    expect(buttons()).toEqual(['Copy', 'Copy with the work'])
    const drop = new Event('drop', { bubbles: true, cancelable: true })
    Object.assign(drop, { dataTransfer: { types: ['Files'], files: [new File(['{}'], 'run.json')] } })
    surface.get('.nl-drop-zone').element.dispatchEvent(drop)
    expect(server.writes).toEqual([])
  })

  it('follows what is said in it, and is gone when it is not shared any more', async () => {
    await vi.waitFor(() => expect(server.isHeard()).toBe(true), { timeout: 10_000 })
    server.stored = [question, stopped, { id: 'q2', role: 'user', parts: [{ type: 'text', text: 'Second?' }] }]
    server.tell()
    await vi.waitFor(() => expect(surface.text()).toContain('Second?'), { timeout: 10_000 })
    server.isShared = false
    server.tell()
    await vi.waitFor(() => expect(surface.get('[data-slot="load-failure"]').text()).toContain('This chat is not shared with you any more.'), { timeout: 10_000 })
    expect(surface.text()).not.toContain('Second?')
    expect(server.writes).toEqual([])
  })
})
