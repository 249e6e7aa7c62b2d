import type { StoredMessage } from '#layers/northlight/shared/messages/stored-message.ts'
import type { TurnEvent } from '#layers/northlight/shared/messages/compact-chunks.ts'
import { readEventStream } from './read-event-stream.ts'
import type { ServerClient } from './start-test-server.ts'

export interface AskOptions {
  messageId?: string
  key?: string
}

export function toQuestion(chatId: string, text: string, messageId = 'question-1') {
  return { id: chatId, trigger: 'submit-message', message: { id: messageId, role: 'user', parts: [{ type: 'text', text }] } }
}

/** Sends a person's message, and gives the response with its stream unread. */
export function ask(server: ServerClient, chatId: string, text: string, { messageId, key }: AskOptions = {}): Promise<Response> {
  return server.send('POST', '/api/chat', toQuestion(chatId, text, messageId), key ? { 'idempotency-key': key } : {})
}

/** Sends a person's message and reads its answer to the end. */
export async function askToEnd(server: ServerClient, chatId: string, text: string, options?: AskOptions): Promise<TurnEvent[]> {
  const response = await ask(server, chatId, text, options)
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`)
  const stream = readEventStream(response)
  await stream.toEnd()
  return stream.events
}

export async function readMessages(server: ServerClient, chatId: string): Promise<StoredMessage[]> {
  const response = await server.fetch(`/api/messages?chat=${chatId}`)
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`)
  return (await response.json() as { messages: StoredMessage[] }).messages
}

/** Each message's versions, by its id; only of those that have several. */
export async function readVersions(server: ServerClient, chatId: string): Promise<Record<string, string[]>> {
  return (await (await server.fetch(`/api/messages?chat=${chatId}`)).json() as { versions: Record<string, string[]> }).versions
}

/** Says an earlier message of a person anew, and gives the response with its stream unread. */
export function edit(server: ServerClient, chatId: string, messageId: string, text: string, newId: string): Promise<Response> {
  return server.send('POST', '/api/chat', { ...toQuestion(chatId, text, newId), messageId })
}

/** Has a message answered again, and gives the response with its stream unread. */
export function regenerate(server: ServerClient, chatId: string, messageId: string): Promise<Response> {
  return server.send('POST', '/api/chat', { id: chatId, trigger: 'regenerate-message', messageId })
}

/** The chat's last message. */
export async function readAnswer(server: ServerClient, chatId: string): Promise<StoredMessage> {
  const answer = (await readMessages(server, chatId)).at(-1)
  if (!answer) throw new Error('The chat has no message.')
  return answer
}

export async function stop(server: ServerClient, chatId: string): Promise<unknown> {
  return (await server.send('POST', `/api/chat/${chatId}/stop`, {})).json()
}

/** Imports a transcript and gives the chat's id. */
export async function importMessages(server: ServerClient, messages: unknown[], title?: string): Promise<string> {
  const response = await server.send('POST', '/api/chats/import', { title, messages })
  if (response.status !== 201) throw new Error(`${response.status} ${await response.text()}`)
  return (await response.json() as { id: string }).id
}

/** What was said in a message. */
export function toText(message: StoredMessage): string {
  return message.parts.map((part) => part.type === 'text' ? String(part.text) : '').join('')
}

export function outcomeOf(message: StoredMessage): unknown {
  return (message.metadata as { northlight?: { outcome?: unknown } } | undefined)?.northlight?.outcome
}

export function partsOf(message: StoredMessage, type: string): StoredMessage['parts'] {
  return message.parts.filter((part) => part.type === type)
}
