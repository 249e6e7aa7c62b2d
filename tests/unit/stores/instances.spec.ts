import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { createPinia } from 'pinia'
import type { Pinia } from 'pinia'
import { describe, expect, it } from 'vitest'
import { toRaw } from 'vue'
import { createChatClient } from '#layers/northlight/shared/host/chat-client.ts'
import { useChatListStore } from '#layers/northlight/stores/chatList.ts'
import { useDetailLevelStore } from '#layers/northlight/stores/detailLevel.ts'

const folder = join(import.meta.dirname, '../../../stores')
/** A store's file is named after it; what the stores share has a name of more than one word. */
const files = readdirSync(folder).filter((name) => /^\w+\.ts$/.test(name))

/** A server of one person's, which answers when it is told to. */
function createServer(answers: Record<string, unknown>) {
  const gate = Promise.withResolvers<void>()
  const serve = async (input: RequestInfo | URL) => {
    await gate.promise
    return Response.json(answers[String(input).replace(/\?.*/, '')])
  }
  return { client: createChatClient({}, serve as typeof fetch), answer: gate.resolve }
}

describe('two Pinia instances in one process, as two requests have', () => {
  it.each(files)('N01 share nothing of stores/%s', async (file) => {
    const module = await import(join(folder, file)) as Record<string, unknown>
    const stores = Object.entries(module).filter(([name]) => /^use\w+Store$/.test(name))
    expect(stores).toHaveLength(1)
    const use = stores[0]?.[1] as (pinia: Pinia) => Record<string, unknown>
    const [first, second] = [toRaw(use(createPinia())), toRaw(use(createPinia()))]
    const shared = Object.keys(first).filter((key) => !/^[$_]/.test(key)
      && typeof first[key] === 'object' && first[key] !== null && toRaw(first[key]) === toRaw(second[key]))
    expect(first).not.toBe(second)
    expect(shared).toEqual([])
  })

  it('N01 show nothing of each other, in whatever order their servers answer', async () => {
    const people = ['anna', 'ben'].map((name, index) => ({
      name,
      level: index * 2 + 1,
      pinia: createPinia(),
      ...createServer({
        '/api/chats': { chats: [{ id: `chat-of-${name}`, title: `Of ${name}`, updatedAt: 1 }] },
        '/api/settings/chat': { detailLevel: index * 2 + 1 },
      }),
    }))
    const loading = people.map(({ pinia, client }) => Promise.all([useChatListStore(pinia).load(client), useDetailLevelStore(pinia).load(client)]))
    for (const { answer } of people.toReversed()) {
      answer()
      await Promise.resolve()
    }
    await Promise.all(loading)
    for (const { name, level, pinia } of people) {
      expect(useChatListStore(pinia).chats.map((chat) => chat.id)).toEqual([`chat-of-${name}`])
      expect(useDetailLevelStore(pinia).saved).toBe(level)
    }
  })
})
