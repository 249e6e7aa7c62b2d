import { mountSuspended } from '@nuxt/test-utils/runtime'
import { flushPromises } from '@vue/test-utils'
import { createPinia } from 'pinia'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import LiveChat from '#layers/northlight/components/chat/LiveChat.vue'
import type { DetailLevel } from '#layers/northlight/shared/settings/detail-level.ts'

const question = 'Which tests are flaky?'

const chunks = [
  { type: 'start', messageId: 'answer', messageMetadata: { northlight: { startedAt: 0 } } },
  { type: 'start-step' },
  { type: 'reasoning-start', id: 'r' }, { type: 'reasoning-delta', id: 'r', delta: 'A thought.' }, { type: 'reasoning-end', id: 'r' },
  { type: 'text-start', id: 't' }, { type: 'text-delta', id: 't', delta: 'None of them.' }, { type: 'text-end', id: 't' },
  { type: 'finish-step' },
  { type: 'finish', messageMetadata: { northlight: { outcome: 'done', durationMs: 1_000 } } },
]

const stream = `${chunks.map((chunk, index) => `id: ${index + 1}\ndata: ${JSON.stringify(chunk)}\n\n`).join('')}data: [DONE]\n\n`

interface Seen {
  method: string
  path: string
  headers: Record<string, string>
  body: unknown
}

/** A host's own `fetch`: answers as the server would, and keeps the bytes that it was given. */
function createHostFetch() {
  const seen: Seen[] = []
  const hostFetch = async (input: RequestInfo | URL, init: RequestInit = {}) => {
    const path = String(input)
    seen.push({ method: init.method ?? 'GET', path, headers: Object.fromEntries(new Headers(init.headers)), body: init.body })
    if (path === '/api/settings/chat') return Response.json({ detailLevel: 2 })
    return new Response(stream, { headers: { 'content-type': 'text/event-stream' } })
  }
  return { seen, fetch: hostFetch as typeof fetch }
}

/** The ids that a browser makes up, the same at every run. */
function countIds() {
  let count = 0
  vi.spyOn(crypto, 'randomUUID').mockImplementation(() => `00000000-0000-4000-8000-${String(++count).padStart(12, '0')}` as const)
}

async function ask(detailLevel: DetailLevel) {
  countIds()
  const host = createHostFetch()
  const surface = await mountSuspended(LiveChat, { props: { environment: { fetch: host.fetch, detailLevel } }, global: { plugins: [createPinia()] } })
  await surface.findAll('button').find((button) => button.text() === question)?.trigger('click')
  await vi.waitFor(() => expect(surface.text()).toContain('None of them.'), { timeout: 20_000 })
  const shown = { level: surface.find('[data-slot="transcript"]').attributes('data-detail-level'), text: surface.text() }
  surface.unmount()
  return { seen: host.seen, shown }
}

describe('LiveChat in a host', () => {
  beforeEach(() => {
    vi.restoreAllMocks()
  })

  it('V12 sends the same bytes at level 0 and at level 4, through its real transport, and shows them differently', async () => {
    const least = await ask(0)
    const most = await ask(4)
    expect(least.seen.filter((request) => request.method === 'POST')).toHaveLength(1)
    expect(most.seen).toEqual(least.seen)
    expect(least.shown).toMatchObject({ level: '0', text: expect.not.stringContaining('A thought.') })
    expect(most.shown).toMatchObject({ level: '4', text: expect.stringContaining('A thought.') })
  })

  it('asks for no preference when the host forces a level', async () => {
    const { seen } = await ask(3)
    expect(seen.map((request) => request.path)).not.toContain('/api/settings/chat')
  })

  it('reads the preference once for two surfaces on a page', async () => {
    const host = createHostFetch()
    const environment = { fetch: host.fetch }
    const global = { plugins: [createPinia()] }
    const surfaces = await Promise.all([0, 1].map(() => mountSuspended(LiveChat, { props: { environment }, global })))
    await flushPromises()
    expect(host.seen.filter((request) => request.path === '/api/settings/chat')).toHaveLength(1)
    for (const surface of surfaces) surface.unmount()
  })
})
