import { defineStore } from 'pinia'
import type { MessagePlan } from '#layers/northlight/shared/surfacing/surfacing-rows.ts'

/** The chats that are remembered at most: of one that was left long ago, all is found anew. */
const mostKept = 20

/** What a screen reader has been told of, by chat: a chat that another page goes on with says nothing twice. */
export const useAnnouncedPlansStore = defineStore('announcedPlans', () => {
  const chats = new Map<string, readonly MessagePlan[]>()

  function ofChat(id: string): readonly MessagePlan[] | undefined {
    return chats.get(id)
  }

  function keep(id: string, plans: readonly MessagePlan[]): void {
    // The one that changed last comes last.
    chats.delete(id)
    chats.set(id, plans)
    const [oldest] = chats.keys()
    if (chats.size > mostKept && oldest !== undefined) chats.delete(oldest)
  }

  return { ofChat, keep }
})
