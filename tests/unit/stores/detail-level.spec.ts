import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, describe, expect, it } from 'vitest'
import { createChatClient } from '#layers/northlight/shared/host/chat-client.ts'
import { useDetailLevelStore } from '#layers/northlight/stores/detailLevel.ts'

/** A server whose answers a test gives one by one. */
function createServer() {
  const waiting: { method: string, body: unknown, answer: (response: Response) => void }[] = []
  const serve = (_input: RequestInfo | URL, init: RequestInit = {}) => new Promise<Response>((answer) => {
    waiting.push({ method: init.method ?? 'GET', body: init.body, answer })
  })
  return { waiting, client: createChatClient({}, serve as typeof fetch) }
}

const tick = () => new Promise<void>((resolve) => setImmediate(resolve))
const settings = (detailLevel: unknown) => Response.json({ detailLevel })
const refusal = () => Response.json({ code: 'database-unavailable', message: 'The database does not answer.' }, { status: 503 })

describe('the saved level', () => {
  beforeEach(() => setActivePinia(createPinia()))

  it('is read once for all surfaces; a value out of range reads as 1', async () => {
    const { waiting, client } = createServer()
    const store = useDetailLevelStore()
    const reads = [store.load(client), store.load(client)]
    expect(waiting).toHaveLength(1)
    waiting[0]?.answer(settings(7))
    await Promise.all(reads)
    expect(store.saved).toBe(1)
  })

  it('says why it could not be read, and reads again when asked', async () => {
    const { waiting, client } = createServer()
    const store = useDetailLevelStore()
    const first = store.load(client)
    waiting[0]?.answer(refusal())
    await first
    expect(store.saved).toBeUndefined()
    expect(store.loadError).toContain('The database does not answer.')
    const second = store.load(client)
    waiting[1]?.answer(settings(3))
    await second
    expect([store.saved, store.loadError]).toEqual([3, undefined])
  })

  it('goes out in order, and only the last of quick changes', async () => {
    const { waiting, client } = createServer()
    const store = useDetailLevelStore()
    const saves = ([4, 0, 2] as const).map((level) => store.save(client, level))
    await tick()
    expect(store.saved).toBe(2)
    waiting[0]?.answer(settings(2))
    await Promise.all(saves)
    expect(waiting.map((request) => request.body)).toEqual([JSON.stringify({ detailLevel: 2 })])
  })

  it('is rolled back with a message when it can\'t be saved', async () => {
    const { waiting, client } = createServer()
    const store = useDetailLevelStore()
    const read = store.load(client)
    waiting[0]?.answer(settings(2))
    await read
    const save = store.save(client, 4)
    await tick()
    expect(store.saved).toBe(4)
    waiting[1]?.answer(refusal())
    await save
    expect(store.saved).toBe(2)
    expect(store.saveError).toBe('The level was not saved. The database does not answer.')
  })

  it('is not taken back by a slow read that was asked for before the change', async () => {
    const { waiting, client } = createServer()
    const store = useDetailLevelStore()
    const read = store.load(client)
    const save = store.save(client, 4)
    await tick()
    waiting[0]?.answer(settings(1))
    await read
    expect(store.saved).toBe(4)
    waiting[1]?.answer(settings(4))
    await save
    expect(store.saved).toBe(4)
  })
})
