import { defineStore } from 'pinia'
import { effectScope, ref, watch } from 'vue'
import type { Ref } from 'vue'
import { isEmptyDraft, keptDraftSchema } from '#layers/northlight/shared/messages/chat-draft.ts'
import type { KeptDraft, MessageEdit } from '#layers/northlight/shared/messages/chat-draft.ts'
import type { AttachedFile, QueuedMessage } from '#layers/northlight/shared/messages/outgoing-message.ts'
import { useSessionStore } from './session.ts'
import { keepInTab, readFromTab } from './tab-storage.ts'

/** A file that was chosen for a message: on its way to the server, there, or refused. */
export interface DraftFile {
  key: string
  name: string
  byteSize: number
  state: 'uploading' | 'ready' | 'failed'
  /** Given when it is ready. */
  stored?: AttachedFile
  /** Why it failed, for people. */
  message?: string
}

/** What is being typed and has not been said yet. */
export interface ChatDraft {
  readonly text: Ref<string>
  readonly files: Ref<DraftFile[]>
  /** Said when the answers before have ended, or when the person says so. */
  readonly queue: Ref<QueuedMessage[]>
  /** On its way to the server, and not known to have arrived. */
  readonly unsent: Ref<QueuedMessage | undefined>
  readonly edit: Ref<MessageEdit | undefined>
}

/** A chat that has no address yet. */
const newChatDraft = 'new'

/** A person's drafts by chat: found again when they come back, in the same tab after a reload too. */
export const useDraftsStore = defineStore('drafts', () => {
  const session = useSessionStore()
  const drafts = new Map<string, ChatDraft>()
  const restored = new Set<string>()
  const keeping = effectScope(true)
  const heldNew = new Set<string>()

  const toName = (chatId: string) => session.toKeptName(`draft-${chatId}`)

  function keepDraft(chatId: string, draft: KeptDraft) {
    keepInTab(toName(chatId), isEmptyDraft(draft) ? undefined : draft)
  }

  function ofChat(id: string): ChatDraft {
    const draft = drafts.get(id) ?? createDraft()
    drafts.set(id, draft)
    return draft
  }

  /**
   * A draft's id for a surface whose chat has no address yet, its own until it is released: the first such surface of a
   * page has the one that it comes back to, and what is typed into one never shows in another.
   */
  function holdNew(): string {
    let id = newChatDraft
    for (let number = 2; heldNew.has(id); number++) id = `${newChatDraft}-${number}`
    heldNew.add(id)
    return id
  }

  function release(id: string) {
    heldNew.delete(id)
  }

  /** Once the page is mounted: takes up what this tab has kept, and keeps what changes from here on. */
  function restore(id: string) {
    if (restored.has(id)) return
    restored.add(id)
    const draft = ofChat(id)
    const kept = readFromTab(toName(id), keptDraftSchema)
    if (kept) takeUp(draft, kept)
    keeping.run(() => watch(() => toKept(draft), (value) => {
      const chatId = [...drafts].find(([, candidate]) => candidate === draft)?.[0]
      if (chatId !== undefined) keepDraft(chatId, value)
    }, { immediate: true }))
  }

  /** A conversation that had no address has got one: its draft goes along. */
  function move(from: string, to: string) {
    const draft = drafts.get(from)
    if (!draft || from === to) return
    drafts.delete(from)
    drafts.set(to, draft)
    if (restored.delete(from)) restored.add(to)
    keepInTab(toName(from), undefined)
    keepDraft(to, toKept(draft))
  }

  return { ofChat, holdNew, release, restore, move }
})

/** A file that is there already. */
export function toDraftFile(stored: AttachedFile): DraftFile {
  return { key: stored.id, name: stored.name, byteSize: stored.byteSize, state: 'ready', stored }
}

function createDraft(): ChatDraft {
  return { text: ref(''), files: ref([]), queue: ref([]), unsent: ref(), edit: ref() }
}

/** What was typed before the page was alive stays; what was on its way may not have arrived, and waits to be sent again under its id. */
function takeUp(draft: ChatDraft, { text, files, queue, unsent, edit }: KeptDraft) {
  if (draft.text.value === '') draft.text.value = text
  draft.files.value.push(...files.map(toDraftFile))
  draft.queue.value = [...unsent ? [unsent] : [], ...queue]
  draft.edit.value = edit
}

function toKept({ text, files, queue, unsent, edit }: ChatDraft): KeptDraft {
  return {
    text: text.value,
    files: files.value.flatMap((file) => file.stored ? [{ ...file.stored }] : []),
    queue: queue.value.map((message) => ({ ...message })),
    unsent: unsent.value,
    edit: edit.value && { ...edit.value },
  }
}
