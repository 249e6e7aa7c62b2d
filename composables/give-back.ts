import type { OutgoingMessage } from '#layers/northlight/shared/messages/outgoing-message.ts'
import { toDraftFile } from '#layers/northlight/stores/drafts.ts'
import type { ChatDraft } from '#layers/northlight/stores/drafts.ts'

/** A message that could not be taken comes back to the composer to be mended, or waits where something else is being written. */
export function giveBack(draft: ChatDraft, message: OutgoingMessage): void {
  const isBlank = draft.text.value.trim() === '' && draft.files.value.length === 0
  if (isBlank) takeUp(draft, message)
  else draft.queue.value = [{ id: crypto.randomUUID(), ...message }, ...draft.queue.value]
}

/** A message that waits comes back to the composer, before what is being written there. */
export function takeBack(draft: ChatDraft, id: string): void {
  const queued = draft.queue.value.find((message) => message.id === id)
  draft.queue.value = draft.queue.value.filter((message) => message !== queued)
  if (queued) takeUp(draft, queued)
}

/** A message comes to the composer, before what is being written there. */
export function takeUp(draft: ChatDraft, { text, files }: OutgoingMessage): void {
  draft.text.value = [text, draft.text.value].filter((part) => part.trim() !== '').join('\n\n')
  draft.files.value = [...files.map(toDraftFile), ...draft.files.value]
}

/** All that a chat which never began had to say goes to another draft, what was on its way first. */
export function takeUpAll(draft: ChatDraft, { text, files, queue, unsent }: ChatDraft): void {
  takeUp(draft, { text: text.value, files: files.value.flatMap((file) => file.stored ?? []) })
  draft.queue.value = [...queue.value, ...draft.queue.value]
  if (unsent.value) giveBack(draft, unsent.value)
  text.value = ''
  files.value = []
  queue.value = []
  unsent.value = undefined
}
