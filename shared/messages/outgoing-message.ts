import type { UIMessage } from 'ai'
import { z } from 'zod/mini'

/** A file that is stored under our id, so that messages can bring it. */
export const attachedFileSchema = z.object({
  id: z.string(),
  name: z.string(),
  mediaType: z.string(),
  byteSize: z.number(),
})

export type AttachedFile = z.infer<typeof attachedFileSchema>

const outgoingFields = { text: z.string(), files: z.array(attachedFileSchema) }

export const outgoingMessageSchema = z.object(outgoingFields)

/** What a person is about to say: a text, files, or both. */
export type OutgoingMessage = z.infer<typeof outgoingMessageSchema>

export const queuedMessageSchema = z.object({ id: z.string(), ...outgoingFields })

/** One that waits to be said. `id` becomes its message's, so that the server takes it once, however often it is sent. */
export type QueuedMessage = z.infer<typeof queuedMessageSchema>

const fileAddress = '/api/files/'

/** As a message's parts: what it talks about before what it says. */
export function toOutgoingParts({ text, files }: OutgoingMessage): UIMessage['parts'] {
  return [
    ...files.map(({ id, name, mediaType }) => ({ type: 'file' as const, url: `${fileAddress}${id}`, mediaType, filename: name })),
    ...(text.trim() === '' ? [] : [{ type: 'text' as const, text }]),
  ]
}

/** The parts of a message that bring files of ours: what another version of it brings again. */
export function toOwnFileParts(message: Pick<UIMessage, 'parts'>): UIMessage['parts'] {
  return message.parts.filter((part) => part.type === 'file' && part.url.startsWith(fileAddress))
}

/** What a person said in words. */
export function toSaidText(message: Pick<UIMessage, 'parts'>): string {
  return message.parts.flatMap((part) => part.type === 'text' ? [part.text] : []).join('\n')
}
