import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createEarlierLoading } from '#layers/northlight/composables/session/create-earlier-loading.ts'
import { loadMessages, loadNewest } from '#layers/northlight/composables/session/load-messages.ts'
import type { StoredThread } from '#layers/northlight/composables/session/load-messages.ts'
import { createChatClient } from '#layers/northlight/shared/host/chat-client.ts'
import { createFakeHistory, toExchanges, toMessage } from '#layers/northlight/tests/support/fake-history.ts'

type Step = { type: 'earlier' | 'say', count: number } | { type: 'refresh' } | { type: 'branch' | 'choose', place: number }

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ type: fc.constantFrom('earlier', 'say'), count: fc.integer({ min: 1, max: 40 }) }),
  fc.record({ type: fc.constant('refresh') }),
  fc.record({ type: fc.constantFrom('branch', 'choose'), place: fc.nat() }),
)

/** A holder of a long chat, and the server that it reads from; `schedule` says when an answer comes. */
async function open(schedule: <Value>(answer: Promise<Value>) => Promise<Value>) {
  const history = createFakeHistory(toExchanges(60))
  const said = history.path()
  const serve = (path: RequestInfo | URL) => schedule(Promise.resolve(Response.json(history.answer(String(path)))))
  const client = createChatClient({}, serve as typeof fetch)
  const parents = new Map(said.map((id, index) => [id, said[index - 1] ?? null]))
  let thread: StoredThread = { messages: said.slice(-20).map(toMessage), versions: {}, earlier: 100 }
  const take = (taken: StoredThread) => {
    thread = taken
    const ids = thread.messages.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.slice(1).map((id) => parents.get(id))).toEqual(ids.slice(0, -1))
    let depth = 0
    for (let id = parents.get(ids[0] ?? ''); id; id = parents.get(id)) depth += 1
    expect(thread.earlier).toBe(depth)
  }
  const held = () => thread
  const say = (id: string, parentId = history.path().at(-1) ?? null) => {
    parents.set(id, parentId)
    history.say(id, parentId)
  }
  return { history, said, client, held, take, say, parents, loadEarlier: createEarlierLoading(client, 'chat', { held, take }) }
}

describe('what is held of a conversation', () => {
  it('is its end, each message once and in its place, in whatever order pages, refreshes, messages and branches come', async () => {
    await fc.assert(fc.asyncProperty(fc.scheduler(), fc.array(step, { minLength: 1, maxLength: 25 }), async (scheduler, steps) => {
      const { history, client, held, take, say, said, parents, loadEarlier } = await open((answer) => scheduler.schedule(answer))
      const refresh = async () => take(await loadNewest(client, 'chat', held))
      const waited: Promise<unknown>[] = []
      let number = 0
      /** In this browser, while it shows what is stored; else in another. */
      const speak = () => {
        const last = history.path().at(-1)
        const id = `new-${number += 1}`
        say(id)
        const { messages, ...rest } = held()
        if (messages.at(-1)?.id === last) take({ ...rest, messages: [...messages, toMessage(id)] })
      }
      const doing = {
        earlier: ({ count }: { count: number }) => waited.push(loadEarlier(count)),
        say: ({ count }: { count: number }) => Array.from({ length: count }).forEach(speak),
        refresh: () => waited.push(refresh()),
        branch: ({ place }: { place: number }) => say(`new-${number += 1}`, parents.get(said[place % said.length] ?? '')),
        choose: ({ place }: { place: number }) => history.choose([...parents.keys()][place % parents.size] ?? ''),
      }
      for (const next of steps) {
        (doing[next.type] as (step: Step) => void)(next)
        if (scheduler.count() > 0 && number % 2 === 0) await scheduler.waitOne()
      }
      waited.push(refresh())
      await scheduler.waitFor(Promise.all(waited))
      const last = refresh()
      await scheduler.waitFor(last)
      expect(held().messages.map(({ id }) => id)).toEqual(history.path().slice(held().earlier))
      const newest = loadMessages(client, 'chat')
      expect(held().messages.slice(-20)).toEqual((await scheduler.waitFor(newest)).messages.slice(-20))
    }), { numRuns: 200 })
  })
})
