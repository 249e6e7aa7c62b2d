import { defineStore } from 'pinia'
import type { MessagePlan } from '#layers/northlight/shared/surfacing/surfacing-rows.ts'

/** What a screen reader has been told of, by chat: a chat that another page goes on with says nothing twice. */
export const useAnnouncedPlansStore = defineStore('announcedPlans', () => {
  const chats = new Map<string, readonly MessagePlan[]>()

  function ofChat(id: string): readonly MessagePlan[] | undefined {
    return chats.get(id)
  }

  function keep(id: string, plans: readonly MessagePlan[]): void {
    chats.set(id, plans)
  }

  return { ofChat, keep }
})
