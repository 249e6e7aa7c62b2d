import { z } from 'zod/mini'
import { attachedFileSchema, queuedMessageSchema } from './outgoing-message.ts'

const messageEditSchema = z.object({ messageId: z.string(), text: z.string() })

/** A message of the person's that is being written anew. */
export type MessageEdit = z.infer<typeof messageEditSchema>

/** What one has typed and attached in a chat and not said yet, as a browser tab keeps it over a reload. */
export const keptDraftSchema = z.object({
  text: z.string(),
  files: z.array(attachedFileSchema),
  queue: z.array(queuedMessageSchema),
  unsent: z.optional(queuedMessageSchema),
  edit: z.optional(messageEditSchema),
})

export type KeptDraft = z.infer<typeof keptDraftSchema>

export function isEmptyDraft({ text, files, queue, unsent, edit }: KeptDraft): boolean {
  return text === '' && files.length === 0 && queue.length === 0 && unsent === undefined && edit === undefined
}
