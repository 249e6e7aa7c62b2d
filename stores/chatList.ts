import { defineStore } from 'pinia'
import { ref } from 'vue'
import { z } from 'zod/mini'
import { joinPages, withPendingChanges } from '#layers/northlight/shared/chats/listed-chat.ts'
import type { ListedChat, PendingChanges } from '#layers/northlight/shared/chats/listed-chat.ts'
import type { ChatClient } from '#layers/northlight/shared/host/chat-client.ts'
import { useSessionStore } from './session.ts'

const listSchema = z.object({
  chats: z.array(z.object({ id: z.string(), title: z.string(), updatedAt: z.number(), isRunning: z.optional(z.boolean()), match: z.optional(z.string()), isShared: z.optional(z.boolean()), ownerName: z.optional(z.string()) })),
})

/** As many as are read at first. */
const pageSize = 100
/** As many as one request may ask for. */
const mostAsked = 200

/** The list beside the conversation: this person's chats, the last one spoken in first, and what a search found. */
export const useChatListStore = defineStore('chatList', () => {
  const session = useSessionStore()
  const chats = ref<ListedChat[]>([])
  /** What others in the organisation let this person read. */
  const shared = ref<ListedChat[]>([])
  /** Whether there are older chats than those listed. */
  const hasMore = ref(false)
  /** What the search found; undefined while nothing is looked for. */
  const found = ref<ListedChat[]>()
  const pending: PendingChanges = { titles: new Map(), leaving: new Set() }
  let lastLoad = 0
  let lastSearch = 0

  /** Reads the list again; what was listed beyond the answer's end stays. */
  async function load(client: ChatClient): Promise<void> {
    const number = ++lastLoad
    const limit = Math.min(Math.max(chats.value.length, pageSize), mostAsked)
    const [answer, others] = await Promise.all([readList(client, { limit: String(limit) }), readShared(client, { limit: String(mostAsked) }, shared.value)])
    if (number !== lastLoad) return
    shared.value = others
    const isWhole = answer.length < limit
    const shown = withPendingChanges(answer, pending)
    chats.value = isWhole ? shown : joinPages(shown, chats.value)
    if (isWhole || chats.value.length <= limit) hasMore.value = !isWhole
  }

  /** Nobody shares anything where nobody signs in; one's own are shown where those can't be read. */
  async function readShared(client: ChatClient, query: Record<string, string>, instead: ListedChat[]): Promise<ListedChat[]> {
    return session.hasSignIn ? readList(client, { ...query, shared: 'true' }).catch(() => instead) : []
  }

  /** Lists the next older chats. */
  async function loadMore(client: ChatClient): Promise<void> {
    const last = chats.value.at(-1)
    if (!last) return
    const answer = await readList(client, { before: last.id, limit: String(pageSize) })
    hasMore.value = answer.length === pageSize
    chats.value = joinPages(chats.value, withPendingChanges(answer, pending))
  }

  /** Looks for chats in which these words were said, one's own first; an answer that comes after a newer question is dropped. */
  async function search(client: ChatClient, text: string): Promise<void> {
    const number = ++lastSearch
    const query = { search: text, limit: String(pageSize) }
    const [answer, others] = text.trim() === '' ? [] : await Promise.all([readList(client, query), readShared(client, query, [])])
    if (number === lastSearch) found.value = answer && [...withPendingChanges(answer, pending), ...others ?? []]
  }

  /** Shows a chat that has just begun, until the list is read again. */
  function add(chat: ListedChat) {
    chats.value = [{ isRunning: true, ...chat }, ...chats.value.filter((other) => other.id !== chat.id)]
  }

  /** Changes what is shown, in the list and in what a search found. */
  function edit(change: (list: readonly ListedChat[]) => ListedChat[]) {
    chats.value = change(chats.value)
    if (found.value) found.value = change(found.value)
  }

  return { chats, shared, hasMore, found, pending, load, loadMore, search, add, edit }
})

async function readList(client: ChatClient, query: Record<string, string>): Promise<ListedChat[]> {
  const answer = listSchema.parse(await client.json(`/api/chats?${new URLSearchParams(query)}`))
  return answer.chats.map((chat) => ({ ...chat, updatedAt: new Date(chat.updatedAt).toISOString() }))
}
