import type { FileUIPart, TextUIPart } from 'ai'
import { z } from 'zod'
import { fileAddressPattern } from '#layers/northlight/shared/messages/chat-request.ts'
import type { StoredMessage } from '#layers/northlight/shared/messages/stored-message.ts'
import type { ConversationFile } from '#layers/northlight/server/store/stored-file-store.ts'
import { readAttachedFile } from './read-attached-file.ts'

type Part = StoredMessage['parts'][number]

/** The files that a conversation brings, and what its model takes as bytes. */
export interface ConversationFiles {
  files: ReadonlyMap<string, ConversationFile>
  /** Media types. */
  takenTypes: readonly string[]
}

/** All files of a conversation are read together for each answer, up to so many bytes: more than any provider takes. */
export const mostToldBytes = 30_000_000

/** More of one file than this is not told: in UTF-16 units. */
const longestFileText = 100_000

const filePartSchema = z.object({ type: z.literal('file'), url: z.string().regex(fileAddressPattern) })

/** The ids of the files that these messages bring, the newest first. */
export function listFileIds(messages: readonly StoredMessage[]): string[] {
  return [...new Set(messages.toReversed().flatMap(({ parts }) => parts.flatMap((part) => readFileId(part) ?? [])))]
}

function readFileId(part: Part): string | undefined {
  const { data } = filePartSchema.safeParse(part)
  return data && fileAddressPattern.exec(data.url)?.[1]
}

/** What a model is told of a file that a message brings; nothing for a part that names none of ours. */
export function toFileParts(part: Part, { files, takenTypes }: ConversationFiles): (TextUIPart | FileUIPart)[] {
  const id = readFileId(part)
  if (id === undefined) return []
  const file = files.get(id)
  if (!file) return [{ type: 'text', text: 'Attached file: it is not there any more.' }]
  const { content } = file
  if (!content) return [toUnread(file, ', since newer files take the room')]
  const reading = readAttachedFile({ content })
  if (reading.kind === 'text') return [{ type: 'text', text: `Attached file ${file.name}:\n${toToldText(reading.text)}` }]
  if (reading.kind === 'bytes' && takenTypes.includes(reading.mediaType)) {
    return [{ type: 'file', mediaType: reading.mediaType, filename: file.name, url: `data:${reading.mediaType};base64,${Buffer.from(content).toString('base64')}` }]
  }
  return [toUnread(file)]
}

function toUnread({ name, mediaType, byteSize }: ConversationFile, reason = ''): TextUIPart {
  return { type: 'text', text: `Attached file ${name} (${mediaType}, ${byteSize} bytes): its content can't be read here${reason}.` }
}

function toToldText(text: string): string {
  if (text.length <= longestFileText) return text
  return `${text.slice(0, longestFileText).toWellFormed()}\n[The file goes on: these are the first ${longestFileText} of its ${text.length} characters.]`
}
