import { ref } from 'vue'
import { longestText } from '#layers/northlight/shared/messages/longest-text.ts'
import type { OutgoingMessage } from '#layers/northlight/shared/messages/outgoing-message.ts'
import type { ChatSession } from '#layers/northlight/stores/chatSessions.ts'
import type { ChatDraft, DraftFile } from '#layers/northlight/stores/drafts.ts'

export interface SayingOptions {
  draft: ChatDraft
  open(): Promise<ChatSession>
  /** True while a turn runs: what is said then waits for its end. */
  isWorking(): boolean
  /** It is on its way. */
  onHanded(): void
  /** It waits. */
  onQueued(): void
}

/** From what one has written to what is sent: at once, or when its turn comes. Nothing is lost on the way. */
export function useSaying({ draft, open, isWorking, onHanded, onQueued }: SayingOptions) {
  const isSending = ref(false)
  const failure = ref<string>()

  /** What is in the composer. */
  const submit = () => dispatch({ text: draft.text.value.trim(), files: draft.files.value.flatMap((file) => file.stored ?? []) }, () => {
    draft.text.value = ''
    draft.files.value = []
  })

  /** What a button says; what is in the composer stays there. */
  const say = (text: string) => dispatch({ text, files: [] }, () => {})

  async function dispatch(message: OutgoingMessage, clear: () => void) {
    if (isSending.value) return
    failure.value = message.text.length > longestText ? `The message is longer than ${longestText} characters. Send a part of it, or attach it as a file.` : undefined
    if (failure.value !== undefined) return
    if (isWorking()) {
      draft.queue.value = [...draft.queue.value, { id: crypto.randomUUID(), ...message }]
      clear()
      return onQueued()
    }
    isSending.value = true
    try {
      const session = await open()
      void session.send(message).then((givenBack) => givenBack && giveBack(givenBack))
      clear()
      onHanded()
    }
    catch {
      failure.value = 'The chat could not be loaded. Check the connection and send again.'
    }
    finally {
      isSending.value = false
    }
  }

  /** What could not be taken comes back to be mended, or waits where something else is being written. */
  function giveBack(message: OutgoingMessage) {
    const isBlank = draft.text.value.trim() === '' && draft.files.value.length === 0
    if (!isBlank) draft.queue.value = [{ id: crypto.randomUUID(), ...message }, ...draft.queue.value]
    else takeUp(message)
  }

  /** Puts a message into the composer, before what is being written there. */
  function takeUp({ text, files }: OutgoingMessage) {
    draft.text.value = [text, draft.text.value].filter((part) => part.trim() !== '').join('\n\n')
    draft.files.value = [...files.map((stored): DraftFile => ({ key: stored.id, name: stored.name, byteSize: stored.byteSize, state: 'ready', stored })), ...draft.files.value]
  }

  function takeBack(id: string) {
    const queued = draft.queue.value.find((message) => message.id === id)
    draft.queue.value = draft.queue.value.filter((message) => message !== queued)
    if (queued) takeUp(queued)
  }

  return { isSending, failure, submit, say, takeBack }
}
