import { onMounted } from 'vue'
import { useDraftsStore } from '#layers/northlight/stores/drafts.ts'
import type { ChatSession } from '#layers/northlight/stores/chatSessions.ts'
import { takeUpAll } from './give-back.ts'
import { whenIdle } from './session/when-idle.ts'

/** What is written on one surface: its chat's draft, or, until the chat has an address, one that no other surface has. */
export function useChatDraft(chatId: string | undefined) {
  const drafts = useDraftsStore()
  const id = chatId ?? drafts.holdNew()
  const draft = drafts.ofChat(id)
  let isTaken = chatId !== undefined
  let hasLeft = false

  /** The chat has got an address: its draft goes along. */
  function moveTo(address: string) {
    isTaken = true
    drafts.move(id, address)
  }

  /**
   * The surface goes away. Where the server does not know the chat yet, its session keeps the draft to itself, so that
   * the next new chat shares nothing with it; what never arrives comes back to that one.
   */
  async function leave(session: ChatSession | undefined) {
    hasLeft = true
    drafts.release(id)
    if (isTaken || !session) return
    drafts.move(id, session.id)
    await whenIdle(session)
    if (!session.isTaken.value) takeUpAll(drafts.ofChat(id), draft)
  }

  onMounted(() => drafts.restore(id))

  /** A new chat that was left before it was sent has no place to show what it would say. */
  return { draft, moveTo, leave, isAbandoned: () => hasLeft && !isTaken }
}
