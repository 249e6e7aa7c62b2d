import { NorthlightError } from '#layers/northlight/shared/errors/northlight-error.ts'
import { readFields, readString } from '#layers/northlight/shared/surfacing/read-fields.ts'
import { isTypedList, toImportedPart, toMessageParts } from './to-message-parts.ts'
import type { StoredMessage } from './stored-message.ts'

/** A message as it was read from a transcript; its id may be missing, or not ours to keep. */
export interface ImportedMessage extends Pick<StoredMessage, 'role' | 'parts'> {
  id?: unknown
  [field: string]: unknown
}

type Fields = Readonly<Record<string, unknown>>

/** What other apps call those who speak. A record of a call or of data is nobody's words: it is kept whole, as one part. */
const speakers: ReadonlyMap<string, StoredMessage['role'] | 'record'> = new Map<string, StoredMessage['role'] | 'record'>([
  ['user', 'user'], ['human', 'user'],
  ['assistant', 'assistant'], ['ai', 'assistant'],
  ['system', 'system'], ['developer', 'system'],
  ['tool', 'record'], ['function', 'record'], ['data', 'record'],
])

/**
 * The messages of a transcript. A UI message (`role` and a list of `parts`) is given back as it is, the very object; of
 * other shapes, texts become text parts, and what is not plainly a text is kept whole in a part of its own.
 *
 * @throws {NorthlightError} `transcript-invalid`, naming the first message that can't be read, counted from 1
 */
export function parseTranscript(messages: readonly unknown[]): ImportedMessage[] {
  return messages.map((message, index) => parseMessage(message, `Message ${index + 1}`))
}

function parseMessage(message: unknown, place: string): ImportedMessage {
  if (typeof message !== 'object' || message === null || Array.isArray(message)) throw refuse(`${place} is ${toTypeName(message)}, not a message.`)
  const fields = readFields(message)
  if (fields.parts !== undefined && fields.parts !== null) return requireUiMessage(fields, place)
  return parseLangChain(fields, place) ?? parseContent(fields, readString(fields.role), fields, place)
}

/** The AI SDK's own shape, from version 4 on. */
function requireUiMessage(fields: Fields, place: string): ImportedMessage {
  if (!isUiRole(fields.role)) throw refuseRole(fields.role, place)
  if (!Array.isArray(fields.parts)) throw refuse(`${place} has ${toTypeName(fields.parts)} where its list of parts should be.`)
  const bad = fields.parts.findIndex((part) => !isTypedList([part]))
  if (bad !== -1) throw refuse(`Part ${bad + 1} of ${toInner(place)} is not an object with a type.`)
  return fields as ImportedMessage
}

function isUiRole(role: unknown): boolean {
  return role === 'user' || role === 'assistant' || role === 'system'
}

const constructorSpeakers = /^(human|ai|system|tool|function)message(?:chunk)?$/i

/** LangChain's three ways to write a message: a serialised constructor, a record with `data`, and plain fields. */
function parseLangChain(fields: Fields, place: string): ImportedMessage | undefined {
  if (fields.lc === 1 && Array.isArray(fields.id)) {
    const name = constructorSpeakers.exec(String(fields.id.at(-1)))?.[1]?.toLowerCase()
    return parseContent(readFields(fields.kwargs), name, fields, place)
  }
  const type = readString(fields.type)
  if (type === undefined || fields.role !== undefined || !speakers.has(type)) return undefined
  return parseContent('data' in fields ? readFields(fields.data) : fields, type, fields, place)
}

/** A message whose words stand in `content`: AI SDK 4 without parts, OpenAI, Mastra, LangChain. */
function parseContent(fields: Fields, speaker: string | undefined, whole: Fields, place: string): ImportedMessage {
  const role = speakers.get(speaker ?? '')
  if (role === undefined) throw refuseRole(speaker ?? whole.role, place)
  const id = fields.id === undefined ? {} : { id: fields.id }
  if (role === 'record') return { ...id, role: 'assistant', parts: [toImportedPart(whole)] }
  const { content } = fields
  if (isTypedList(readFields(content).parts)) {
    const { parts, ...others } = readFields(content)
    return { ...fields, content: others, role, parts: parts as StoredMessage['parts'] }
  }
  const parts = toMessageParts(fields)
  if (parts === undefined) throw refuse(content === undefined ? `${place} has neither parts nor content.` : `The content of ${toInner(place)} is ${toTypeName(content)} that can't be read as text.`)
  const { type: _type, content: _content, tool_calls: _calls, function_call: _call, toolInvocations: _invocations, parts: _parts, ...others } = fields
  return { ...others, role, parts }
}

function refuseRole(role: unknown, place: string): NorthlightError {
  const fault = typeof role === 'string' ? `the role “${toShort(role)}”` : role === undefined ? 'no role' : `${toTypeName(role)} for a role`
  return refuse(`${place} has ${fault}: it must be “user”, “assistant” or “system”.`)
}

function refuse(message: string): NorthlightError {
  return new NorthlightError('transcript-invalid', { message })
}

function toInner(place: string): string {
  return `${place.charAt(0).toLowerCase()}${place.slice(1)}`
}

function toShort(text: string): string {
  const line = text.slice(0, 41).replaceAll(/\s+/g, ' ').toWellFormed()
  return line.length > 40 ? `${line.slice(0, 40)}…` : line
}

function toTypeName(value: unknown): string {
  if (value === null) return 'nothing'
  if (Array.isArray(value)) return 'a list'
  const names: Partial<Record<string, string>> = { string: 'a text', object: 'an object', undefined: 'nothing' }
  return names[typeof value] ?? `a ${typeof value}`
}
