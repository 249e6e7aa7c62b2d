import { defineStore } from 'pinia'
import { ref } from 'vue'
import { compareChats } from '#layers/northlight/shared/chats/listed-chat.ts'
import type { ListedChat } from '#layers/northlight/shared/chats/listed-chat.ts'
import { toJsonRequest } from '#layers/northlight/shared/host/chat-client.ts'
import type { ChatClient } from '#layers/northlight/shared/host/chat-client.ts'
import { useChatListStore } from './chatList.ts'

/** A chat that was just deleted and can be brought back. */
interface DeletedChat {
  chat: ListedChat
  /** Settles with the server's answer to the deletion. */
  request: Promise<unknown>
}

const mostUndoable = 3

/** What a person does to chats in the list: it shows at once, and goes back where the server refuses it. */
export const useChatChangesStore = defineStore('chatChanges', () => {
  const list = useChatListStore()
  /** The newest last. */
  const deleted = ref<DeletedChat[]>([])
  /** Why the last change did not come about, in words. */
  const failure = ref<string>()

  async function attempt(what: string, run: () => Promise<unknown>): Promise<boolean> {
    failure.value = undefined
    try {
      await run()
      return true
    }
    catch (error) {
      failure.value = error instanceof Error ? `${what} ${error.message}` : what
      return false
    }
  }

  const setTitle = (id: string, title: string) => list.edit((chats) => chats.map((chat) => chat.id === id ? { ...chat, title } : chat))

  async function rename(client: ChatClient, { id, title: before }: ListedChat, title: string): Promise<void> {
    list.pending.titles.set(id, title)
    setTitle(id, title)
    const isDone = await attempt(`“${before}” was not renamed.`, () => client.json(toPath(id), toJsonRequest('PATCH', { title })))
    if (list.pending.titles.get(id) !== title) return
    list.pending.titles.delete(id)
    if (!isDone) setTitle(id, before)
  }

  async function remove(client: ChatClient, chat: ListedChat): Promise<void> {
    list.pending.leaving.add(chat.id)
    list.edit((chats) => chats.filter((other) => other.id !== chat.id))
    const request = client.request(toPath(chat.id), { method: 'DELETE' })
    deleted.value = [...deleted.value, { chat, request }].slice(-mostUndoable)
    const isDone = await attempt(`“${chat.title}” was not deleted.`, () => request)
    list.pending.leaving.delete(chat.id)
    if (!isDone) putBack(chat)
  }

  /** Brings a deleted chat back in its place; one whose deletion failed is back already. */
  async function undo(client: ChatClient, { chat, request }: DeletedChat): Promise<void> {
    if (!await request.then(() => true, () => false)) return
    const isDone = await attempt(`“${chat.title}” was not brought back.`, () => client.json(toPath(chat.id), toJsonRequest('PATCH', { isDeleted: false })))
    if (isDone) putBack({ ...chat, isRunning: false })
  }

  function putBack(chat: ListedChat) {
    dismiss(chat.id)
    list.edit((chats) => [...chats.filter((other) => other.id !== chat.id), chat].sort(compareChats))
  }

  /** Lets a deletion stand. */
  function dismiss(id: string) {
    deleted.value = deleted.value.filter((entry) => entry.chat.id !== id)
  }

  return { deleted, failure, attempt, rename, remove, undo, dismiss }
})

function toPath(id: string): string {
  return `/api/chats/${id}`
}
