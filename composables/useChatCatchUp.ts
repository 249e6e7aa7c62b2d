import { onBeforeUnmount, onMounted, ref, watch } from 'vue'
import type { Ref } from 'vue'
import { z } from 'zod/mini'
import { needsCatchUp } from '#layers/northlight/shared/events/needs-catch-up.ts'
import type { ChatClient } from '#layers/northlight/shared/host/chat-client.ts'
import { createNewestOnlyQueue } from '#layers/northlight/shared/settings/newest-only-queue.ts'
import type { FeedEvent } from '#layers/northlight/stores/chatEvents.ts'
import type { ChatSession } from '#layers/northlight/stores/chatSessions.ts'
import { useChatEvents } from './events/useChatEvents.ts'

export interface CatchUpOptions {
  id: string
  /** Whether the server knows the chat: before, nobody else can have changed it. */
  isKnown(): boolean
  open(): Promise<ChatSession>
}

const chatSchema = z.object({ isRunning: z.boolean() })

/** Whether an answer is being written in a chat now. */
export async function loadIsRunning(client: ChatClient, chatId: string): Promise<boolean> {
  return chatSchema.parse(await client.json(`/api/chats/${chatId}`)).isRunning
}

/** Keeps a shown conversation in step with what other tabs and browsers do to it, at each event and each return to the tab. */
export function useChatCatchUp(client: ChatClient, { id, isKnown, open }: CatchUpOptions): { isDeleted: Ref<boolean> } {
  const isDeleted = ref(false)
  const catchUps = createNewestOnlyQueue()
  const add = (isNeeded: (session: ChatSession) => boolean) => catchUps.add(async () => {
    const session = await open()
    await whenIdle(session)
    if (isNeeded(session)) await catchUp(session, client)
  })
  const onSeen = () => {
    if (!document.hidden && isKnown()) void add(() => true)
  }
  const onEvent = (event: FeedEvent) => {
    if (!isKnown() || !needsCatchUp(event, { id, followedTurn: undefined })) return
    void add((session) => needsCatchUp(event, session))
  }
  useChatEvents(client, (event) => {
    if (event.type === 'chat-deleted' && event.chatId === id) isDeleted.value = true
    if (event.type === 'chat-changed' && event.chatId === id) isDeleted.value = false
    onEvent(event)
  })
  onMounted(() => document.addEventListener('visibilitychange', onSeen))
  onBeforeUnmount(() => document.removeEventListener('visibilitychange', onSeen))
  return { isDeleted }
}

/** What could not be sent is kept; what can't be read stays as it was, and the next event tries again. */
export async function catchUp(session: ChatSession, client: ChatClient): Promise<void> {
  if (session.status.value !== 'idle' || session.failure.value) return
  try {
    const isRunning = await loadIsRunning(client, session.id)
    await session.refresh()
    if (isRunning) await session.resume()
  }
  catch {
    // The next event tries again.
  }
}

function whenIdle({ status }: ChatSession): Promise<void> {
  if (status.value === 'idle') return Promise.resolve()
  return new Promise((resolve) => {
    const stop = watch(status, (now) => {
      if (now !== 'idle') return
      stop()
      resolve()
    })
  })
}
