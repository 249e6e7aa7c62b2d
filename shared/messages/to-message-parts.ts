import { isRecord, readFields, readString } from '#layers/northlight/shared/surfacing/read-fields.ts'
import type { StoredMessage } from './stored-message.ts'

type Part = StoredMessage['parts'][number]
type Fields = Readonly<Record<string, unknown>>

/** A foreign record as a part: kept as it came and drawn as a fallback row. A data part, so any AI SDK app can read it. */
export function toImportedPart(data: unknown): Part {
  return { type: 'data-imported', data }
}

/** Whether all that a list holds could stand as a part: objects with a type. */
export function isTypedList(value: unknown): value is Part[] {
  return Array.isArray(value) && value.every((entry) => typeof readFields(entry).type === 'string')
}

/**
 * The parts of a message whose words stand in `content`. AI SDK 4's own fields go in the order in which it draws them:
 * calls, reasoning, text, files. Calls of other shapes follow the text. Nothing where there is no content to read.
 */
export function toMessageParts(fields: Fields): Part[] | undefined {
  const content = toContentParts(fields.content)
  const calls = [...toList(fields.tool_calls), ...(isRecord(fields.function_call) ? [fields.function_call] : [])]
  const invocations = toList(fields.toolInvocations)
  const isMissing = fields.content === null || fields.content === undefined
  if (content === undefined && !(isMissing && calls.length + invocations.length > 0)) return undefined
  const reasoning = readString(fields.reasoning)
  return [
    ...invocations.map((toolInvocation) => ({ type: 'tool-invocation', toolInvocation })),
    ...(reasoning ? [{ type: 'reasoning', text: reasoning }] : []),
    ...content ?? [],
    ...toList(fields.experimental_attachments).map(toFilePart),
    ...calls.map(toImportedPart),
  ]
}

function toContentParts(content: unknown): Part[] | undefined {
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }]
  if (!Array.isArray(content) || !content.every((block) => typeof block === 'string' || isRecord(block))) return undefined
  return content.map(toBlockPart)
}

const textTypes: ReadonlySet<unknown> = new Set(['text', 'input_text', 'output_text'])

function toBlockPart(block: unknown): Part {
  if (typeof block === 'string') return { type: 'text', text: block }
  const fields = readFields(block)
  if (textTypes.has(fields.type) && typeof fields.text === 'string') return { ...fields, type: 'text' }
  if (fields.type === 'reasoning' && typeof fields.text === 'string') return { ...fields, type: 'reasoning' }
  if (fields.type === 'thinking' && typeof fields.thinking === 'string') {
    const { thinking, ...others } = fields
    return { ...others, type: 'reasoning', text: thinking }
  }
  return toImportedPart(block)
}

function toFilePart(attachment: unknown): Part {
  const { name, contentType, url, ...others } = readFields(attachment)
  if (typeof url !== 'string' || Object.keys(others).length > 0) return toImportedPart(attachment)
  return { type: 'file', ...(name === undefined ? {} : { filename: name }), ...(contentType === undefined ? {} : { mediaType: contentType }), url }
}

function toList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}
