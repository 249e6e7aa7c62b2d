import { ref } from 'vue'
import { longestText } from '#layers/northlight/shared/messages/longest-text.ts'
import type { OutgoingMessage } from '#layers/northlight/shared/messages/outgoing-message.ts'
import type { ChatSession } from '#layers/northlight/stores/chatSessions.ts'
import type { ChatDraft, DraftFile } from '#layers/northlight/stores/drafts.ts'
import { giveBack } from './give-back.ts'

export interface SayingOptions {
  draft: ChatDraft
  open(): Promise<ChatSession>
  /** Resolves when no file is on its way to the server; undefined when none is. */
  whenUploaded(): Promise<void> | undefined
  /** A file that could not be attached, if there is one. */
  failed(): DraftFile | undefined
  /** True while a turn runs: what is said then waits for its end. */
  isWorking(): boolean
  /** True where nobody could see what becomes of a message: then it stays unsaid. */
  isAbandoned(): boolean
  /** It is on its way. */
  onHanded(): void
  /** It waits. */
  onQueued(): void
}

/** From what one has written to what is sent: at once, or when its turn comes. Nothing is lost on the way. */
export function useSaying({ draft, open, whenUploaded, failed, isWorking, isAbandoned, onHanded, onQueued }: SayingOptions) {
  const isSending = ref(false)
  const failure = ref<string>()

  let isWaiting = false

  /** What is in the composer, once its files are there. */
  async function submit() {
    if (isWaiting) return
    const uploads = whenUploaded()
    // Without one, at once: what is typed next is another message.
    isWaiting = uploads !== undefined
    if (uploads) await uploads
    isWaiting = false
    const refused = failed()
    if (refused) return void (failure.value = `${refused.name} is not attached. Remove it, or attach it again, and send.`)
    const message = { text: draft.text.value.trim(), files: draft.files.value.flatMap((file) => file.stored ?? []) }
    // While its files came in, all of it may have been taken off.
    if (message.text !== '' || message.files.length > 0) await dispatch(message, true)
  }

  function clear() {
    draft.text.value = ''
    draft.files.value = []
  }

  /** What a button says; what is in the composer stays there. */
  const say = (text: string) => dispatch({ text, files: [] }, false)

  async function dispatch(message: OutgoingMessage, isWritten: boolean) {
    if (isSending.value || isAbandoned()) return
    failure.value = message.text.length > longestText ? `The message is longer than ${longestText} characters. Send a part of it, or attach it as a file.` : undefined
    if (failure.value !== undefined) return
    // At once: what is typed from here on is another message.
    if (isWritten) clear()
    if (isWorking()) {
      draft.queue.value = [...draft.queue.value, { id: crypto.randomUUID(), ...message }]
      return onQueued()
    }
    isSending.value = true
    const session = await open().catch(() => undefined)
    isSending.value = false
    if (session && !isAbandoned()) {
      void session.send(message).then((givenBack) => givenBack && giveBack(draft, givenBack))
      return onHanded()
    }
    if (isWritten) giveBack(draft, message)
    if (!session) failure.value = 'The chat could not be loaded. Check the connection and send again.'
  }

  return { isSending, failure, submit, say }
}
