import { onBeforeUnmount, onMounted, ref } from 'vue'
import { z } from 'zod/mini'
import { chatAccessSchema } from '#layers/northlight/shared/chats/chat-access.ts'
import type { ChatAccess } from '#layers/northlight/shared/chats/chat-access.ts'
import { needsCatchUp } from '#layers/northlight/shared/events/needs-catch-up.ts'
import { RequestFailure } from '#layers/northlight/shared/host/chat-client.ts'
import type { ChatClient } from '#layers/northlight/shared/host/chat-client.ts'
import { createNewestOnlyQueue } from '#layers/northlight/shared/settings/newest-only-queue.ts'
import type { FeedEvent } from '#layers/northlight/stores/chatEvents.ts'
import type { ChatSession } from '#layers/northlight/stores/chatSessions.ts'
import { useChatEvents } from './events/useChatEvents.ts'
import { whenIdle } from './session/when-idle.ts'

export interface CatchUpOptions {
  id: string
  /** Whether the server knows the chat: before, nobody else can have changed it. */
  isKnown(): boolean
  open(): Promise<ChatSession>
  /** What the chat is to this person, as it was read again. */
  onAccess(access: ChatAccess): void
  /** Something waits in it for a person, or does so no longer. */
  onAsks(): void
}

const notFound = 404

const chatSchema = z.extend(chatAccessSchema, { isRunning: z.boolean(), hasAsks: z._default(z.boolean(), false) })

/** Whether an answer is being written in a chat now, whether something waits in it for a person, and what the chat is to whoever asks. */
export async function loadChat(client: ChatClient, chatId: string): Promise<z.infer<typeof chatSchema>> {
  return chatSchema.parse(await client.json(`/api/chats/${chatId}`))
}

/** Keeps a shown conversation in step with what other tabs and browsers do to it, at each event and each return to the tab. */
export function useChatCatchUp(client: ChatClient, { id, isKnown, open, onAccess, onAsks }: CatchUpOptions) {
  const isDeleted = ref(false)
  const catchUps = createNewestOnlyQueue()
  /** Why one has to catch up; all that come while one waits are looked at together, so that none is overtaken. */
  let reasons: ((session: ChatSession) => boolean)[] = []
  async function catchUpNow() {
    const session = await open()
    await whenIdle(session)
    const isNeeded = reasons.some((applies) => applies(session))
    reasons = []
    const found = isNeeded ? await catchUp(session, client, { onAccess, onAsks }) : undefined
    if (found !== undefined) isDeleted.value = found === 'nothing'
  }
  function add(reason: (session: ChatSession) => boolean) {
    reasons.push(reason)
    // What can't be loaded now is caught up with at the next event.
    void catchUps.add(catchUpNow).catch(() => {})
  }
  const onSeen = () => {
    if (!document.hidden && isKnown()) add(() => true)
  }
  const onEvent = (event: FeedEvent) => {
    if (!isKnown() || !needsCatchUp(event, { id, followedTurn: undefined, isWaiting: false })) return
    add((session) => needsCatchUp(event, session))
  }
  useChatEvents(client, (event) => {
    if (event.type === 'chat-deleted' && event.chatId === id) isDeleted.value = true
    if (event.type === 'chat-changed' && event.chatId === id) isDeleted.value = false
    if (event.type === 'approval' && (event.chatId === id || event.leadChatId === id)) onAsks()
    onEvent(event)
  })
  onMounted(() => document.addEventListener('visibilitychange', onSeen))
  onBeforeUnmount(() => document.removeEventListener('visibilitychange', onSeen))
  return { isDeleted, catchUp: () => add(() => true) }
}

/** What could not be sent is kept; what can't be read stays as it was, and the next event tries again. */
async function catchUp(session: ChatSession, client: ChatClient, { onAccess, onAsks }: Pick<CatchUpOptions, 'onAccess' | 'onAsks'>): Promise<'chat' | 'nothing' | undefined> {
  try {
    const { isRunning, hasAsks, ...access } = await loadChat(client, session.id)
    onAccess(access)
    if (hasAsks) onAsks()
    if (session.status.value !== 'idle' || session.failure.value?.canRetry) return undefined
    await session.refresh()
    if (isRunning) await session.resume()
    return 'chat'
  }
  catch (error) {
    // Unless the chat is gone, the next event tries again.
    return error instanceof RequestFailure && error.status === notFound ? 'nothing' : undefined
  }
}
