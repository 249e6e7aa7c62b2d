import { longestTitle } from '#layers/northlight/shared/chats/longest-title.ts'
import { readFields, readString } from '#layers/northlight/shared/surfacing/read-fields.ts'

/**
 * The import of what a transcript's file holds: a list of messages, or an object with one under `messages`; what else
 * the object holds is about the chat, not of it. The title is the file's own, else its name's.
 *
 * @throws {Error} with a message for the person
 */
export function toImportRequest(value: unknown, fileName: string): { title: string, messages: unknown[] } {
  const fields = readFields(value)
  const messages: unknown = Array.isArray(value) ? value : fields.messages
  if (!Array.isArray(messages)) throw new Error('No messages were found: a transcript is a list of messages, or an object with that list as “messages”.')
  if (messages.length === 0) throw new Error('It holds no messages.')
  const titles = [readString(fields.title), fileName.replace(/\.[^.]*$/, ''), fileName, 'Imported chat']
  return { title: titles.map((title) => title?.trim().slice(0, longestTitle).trim()).find(Boolean) ?? '', messages }
}
