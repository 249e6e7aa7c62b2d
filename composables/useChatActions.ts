import { nextTick } from 'vue'
import type { Ref } from 'vue'
import type { ChatAction } from '#layers/northlight/shared/host/chat-action.ts'
import type { ChatSession } from '#layers/northlight/stores/chatSessions.ts'
import type { ChatDraft } from '#layers/northlight/stores/drafts.ts'
import { takeBack, takeUp } from './give-back.ts'
import type { useEditing } from './useEditing.ts'

export interface ChatActionOptions {
  draft: ChatDraft
  session: Readonly<Ref<ChatSession | undefined>>
  open(): Promise<ChatSession>
  editing: ReturnType<typeof useEditing>
  say(text: string): unknown
  copy(messageId: string, withWork: boolean): unknown
  /** What comes next is at the end. */
  goOn(): void
  focusComposer(): void
}

/** What a reader asks of a conversation, carried out; the focus goes where it goes on. */
export function useChatActions({ draft, session, open, editing, say, copy, goOn, focusComposer }: ChatActionOptions) {
  const actions: { [Type in ChatAction['type']]: (action: Extract<ChatAction, { type: Type }>) => unknown } = {
    'answer': (action) => say(action.text),
    'continue': () => say('Continue'),
    'copy': ({ messageId, withWork }) => copy(messageId, withWork),
    'regenerate': ({ messageId }) => regenerate(messageId),
    'edit': ({ messageId }) => beginEdit(messageId),
    'write-edit': (action) => editing.write(action.messageId, action.text),
    'save-edit': (action) => saveEdit(action.messageId, action.text),
    'cancel-edit': () => editing.cancel(),
    'choose-version': async ({ messageId }) => (await open()).chooseVersion(messageId),
  }

  function act(action: ChatAction) {
    (actions[action.type] as (action: ChatAction) => unknown)(action)
  }

  function retry() {
    void session.value?.retry()
    goOn()
  }

  async function regenerate(messageId: string) {
    void (await open()).regenerate(messageId)
    goOn()
  }

  async function saveEdit(messageId: string, written: string) {
    const saved = editing.save(messageId, written)
    await nextTick()
    goOn()
    await saved
  }

  async function sendQueued() {
    void (await open()).sendQueued()
    goOn()
  }

  async function resumeTyping(queuedId: string) {
    takeBack(draft, queuedId)
    await nextTick()
    focusComposer()
  }

  /** One that could not be sent is no version of anything yet: it comes back to the composer. */
  function beginEdit(messageId: string) {
    const unsent = session.value?.takeBack(messageId)
    if (!unsent) return editing.begin(messageId)
    takeUp(draft, unsent)
    focusComposer()
  }

  async function stop() {
    await (await open()).stop()
    focusComposer()
  }

  return { act, retry, sendQueued, resumeTyping, stop }
}
