import type { UIMessage } from 'ai'
import { toSaidText } from '#layers/northlight/shared/messages/outgoing-message.ts'
import type { ChatSession } from '#layers/northlight/stores/chatSessions.ts'
import type { ChatDraft } from '#layers/northlight/stores/drafts.ts'

/** Writing a message of the person's anew: one at a time, kept with the chat's draft until the server has taken it. */
export function useEditing({ edit }: ChatDraft, messages: () => readonly UIMessage[], open: () => Promise<ChatSession>) {
  function begin(messageId: string) {
    const message = messages().find(({ id }) => id === messageId)
    if (message) edit.value = { messageId, text: toSaidText(message) }
  }

  function write(messageId: string, text: string) {
    edit.value = { messageId, text }
  }

  function cancel() {
    edit.value = undefined
  }

  async function save(messageId: string, text: string) {
    write(messageId, text)
    const isTaken = await (await open()).edit(messageId, text)
    if (isTaken) cancel()
  }

  return { begin, write, cancel, save }
}
