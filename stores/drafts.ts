import { defineStore } from 'pinia'
import { ref } from 'vue'
import type { Ref } from 'vue'

/** What is being typed, by chat: found again when one comes back. */
export const useDraftsStore = defineStore('drafts', () => {
  const drafts = new Map<string, Ref<string>>()

  function ofChat(id: string): Ref<string> {
    const draft = drafts.get(id) ?? ref('')
    drafts.set(id, draft)
    return draft
  }

  return { ofChat }
})
