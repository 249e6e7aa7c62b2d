import { defineStore } from 'pinia'
import { shallowReactive } from 'vue'
import { z } from 'zod/mini'
import { useSessionStore } from './session.ts'
import { keepInTab, readFromTab } from './tab-storage.ts'

/** A reply draft as a person has changed it. */
export interface ReplyDraftEdit {
  subject: string
  body: string
}

/** What was changed in a chat's reply drafts, by (message, row). */
export interface ReplyDraftEdits {
  get: (messageId: string, rowKey: string) => ReplyDraftEdit | undefined
  /** Undefined takes the change back. */
  set: (messageId: string, rowKey: string, edit: ReplyDraftEdit | undefined) => void
  /** Reads what this tab kept over a reload; called once the page is mounted. */
  restore: () => void
}

const keptSchema = z.array(z.tuple([z.string(), z.object({ subject: z.string(), body: z.string() })]))

/** Without a name the changes live as long as the page. */
export function createReplyDraftEdits(toName: () => string | undefined = () => undefined): ReplyDraftEdits {
  const edits = shallowReactive(new Map<string, ReplyDraftEdit>())
  const toKey = (messageId: string, rowKey: string) => `${messageId}\n${rowKey}`
  let isRestored = false

  function set(messageId: string, rowKey: string, edit: ReplyDraftEdit | undefined) {
    if (edit === undefined) edits.delete(toKey(messageId, rowKey))
    else edits.set(toKey(messageId, rowKey), edit)
    keepInTab(toName(), edits.size > 0 ? [...edits] : undefined)
  }

  function restore() {
    if (isRestored) return
    isRestored = true
    for (const [key, edit] of readFromTab(toName(), keptSchema) ?? []) {
      if (!edits.has(key)) edits.set(key, edit)
    }
  }

  return { get: (messageId, rowKey) => edits.get(toKey(messageId, rowKey)), set, restore }
}

/** The changes by chat, so that they are found again when one comes back to it. */
export const useReplyDraftEditsStore = defineStore('replyDraftEdits', () => {
  const session = useSessionStore()
  const chats = new Map<string, ReplyDraftEdits>()

  function ofChat(id: string): ReplyDraftEdits {
    const edits = chats.get(id) ?? createReplyDraftEdits(() => session.toKeptName(`reply-drafts-${id}`))
    chats.set(id, edits)
    return edits
  }

  return { ofChat }
})
