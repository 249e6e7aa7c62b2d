import { computed, onMounted, shallowRef, watch } from 'vue'
import { setResponseStatus, useAsyncData, useNuxtApp, useRequestEvent } from '#imports'
import type { ChatAccess } from '#layers/northlight/shared/chats/chat-access.ts'
import type { ChatClient } from '#layers/northlight/shared/host/chat-client.ts'
import type { ChatSession } from '#layers/northlight/stores/chatSessions.ts'
import { useChatAccessStore } from '#layers/northlight/stores/chatAccess.ts'
import { useChatSessionsStore } from '#layers/northlight/stores/chatSessions.ts'
import { useSessionStore } from '#layers/northlight/stores/session.ts'
import type { ChatDraft } from '#layers/northlight/stores/drafts.ts'
import { loadMarkdownRenderer } from './markdown-renderer.ts'
import { loadMessages } from './session/load-messages.ts'
import type { StoredThread } from './session/load-messages.ts'
import { loadChat, useChatCatchUp } from './useChatCatchUp.ts'
import { useHeldMessages } from './useHeldMessages.ts'
import { whenIdle } from './when-idle.ts'

interface StoredChat extends StoredThread {
  isRunning: boolean
  hasAsks: boolean
}

/**
 * One conversation on a surface: what is stored, read with the page, then the session that goes on from it.
 * The session outlives the surface, so that leaving the page neither stops a turn nor loses it.
 */
export async function useLiveChat(client: ChatClient, chatId: string | undefined, draft: ChatDraft) {
  const sessions = useChatSessionsStore()
  const accesses = useChatAccessStore()
  const person = useSessionStore()
  const session = shallowRef(chatId ? sessions.find(chatId) : undefined)
  const event = import.meta.server ? useRequestEvent() : undefined
  // Awaited at the end: hooks can only be registered before.
  const stored = useAsyncData(`northlight-chat-${chatId ?? 'new'}`, () => loadStored(client, session.value ? undefined : chatId, take), { deep: false })
  const id = chatId ?? crypto.randomUUID()
  const known = person.load(client)
  const isServed = useNuxtApp().isHydrating === true

  function take(access: ChatAccess) {
    accesses.take(id, access)
  }

  /** The SDK is loaded when a conversation is first acted on or followed, not with the page; with it, what shows new texts. */
  async function open(): Promise<ChatSession> {
    if (session.value) return session.value
    const [{ createChatSession }] = await Promise.all([import('./session/create-chat-session.ts'), loadMarkdownRenderer()])
    const { messages = [], versions, earlier } = stored.data.value ?? {}
    // One that begins here is this person's own.
    if (!chatId) take({ isShared: false, access: 'owner' })
    const opened = sessions.open(id, () => createChatSession(id, client, messages, { versions, earlier, draft }))
    session.value = opened
    return opened
  }

  const hasAsks = shallowRef(false)
  const onAsks = () => {
    hasAsks.value = true
  }
  const { isDeleted, catchUp } = useChatCatchUp(client, { id, isKnown: () => chatId !== undefined || session.value?.isTaken.value === true, open, onAccess: take, onAsks })
  const isReading = () => accesses.ofChat(id)?.access === 'reader'
  watch(isDeleted, (isGone) => isGone && isReading() && sessions.forget(id))
  onMounted(async () => {
    whenIdle(() => void loadMarkdownRenderer())
    if (stored.data.value?.hasAsks) onAsks()
    if (session.value) catchUp()
    else if (stored.data.value?.isRunning) await (await open()).resume()
  })

  // What is kept of a draft is found by whose it is. The texts of a page that the server rendered need no parser.
  await Promise.all([stored, known, isServed || loadMarkdownRenderer()])
  if (event && stored.error.value) setResponseStatus(event, stored.error.value.statusCode)
  return {
    id,
    session,
    open,
    hasAsks,
    ...useHeldMessages(client, id, session, stored.data),
    isWorking: computed(() => session.value ? session.value.status.value !== 'idle' : stored.data.value?.isRunning ?? false),
    /** Whose chat is read, where it is somebody else's. */
    reading: computed(() => isReading() ? { ownerName: accesses.ofChat(id)?.ownerName } : undefined),
    loadFailure: computed(() => isDeleted.value ? toLossWords(accesses.ofChat(id)) : stored.error.value?.message),
  }
}

/** Whether it runs is read first: a turn that ends in between is then among the messages, or asked for again. */
async function loadStored(client: ChatClient, chatId: string | undefined, onAccess: (access: ChatAccess) => void): Promise<StoredChat> {
  if (!chatId) return { messages: [], versions: {}, earlier: 0, isRunning: false, hasAsks: false }
  const { isRunning, hasAsks, ...access } = await loadChat(client, chatId)
  onAccess(access)
  return { ...await loadMessages(client, chatId), isRunning, hasAsks }
}

function toLossWords(access: ChatAccess | undefined): string {
  return access?.access === 'reader' ? 'This chat is not shared with you any more.' : 'This chat was deleted.'
}
