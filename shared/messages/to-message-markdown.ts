import { toPayloadText } from '#layers/northlight/shared/display/to-payload-text.ts'
import { readDocument } from '#layers/northlight/shared/documents/read-document.ts'
import { readReplyDraft } from '#layers/northlight/shared/documents/read-reply-draft.ts'
import { encloseMarkdown, toCodeBlock, toPlainLine } from '#layers/northlight/shared/markdown/enclose-markdown.ts'
import { isSafeLink } from '#layers/northlight/shared/markdown/is-safe-link.ts'
import { classifyReadings, readParts } from '#layers/northlight/shared/surfacing/classify-parts.ts'
import type { SurfacedMessage } from '#layers/northlight/shared/surfacing/classify-parts.ts'
import { readFields, readString } from '#layers/northlight/shared/surfacing/read-fields.ts'
import type { PartReading, ReasoningReading, ToolReading } from '#layers/northlight/shared/surfacing/read-part.ts'
import type { UserFacingPart, UserFacingSlot } from '#layers/northlight/shared/surfacing/surfacing-rows.ts'
import { toCallWords, toReceiptWords } from '#layers/northlight/shared/surfacing/tool-words.ts'
import { toWordedCall } from '#layers/northlight/shared/surfacing/to-worded-call.ts'

/** All of a message as blocks of Markdown, in order: what was said, thought, looked up and shown, each payload whole. */
export function toMessageMarkdown(message: SurfacedMessage): string[] {
  const readings = readParts(message, false)
  const classes = classifyReadings(readings, false)
  const blocks = readings.flatMap((reading) => toBlocks(reading, classes[reading.index] === 'working-note'))
  return [...blocks, ...toSourceList(readings)]
}

function toBlocks(reading: PartReading, isNote: boolean): string[] {
  if (reading.kind === 'text') return [isNote ? toQuote(encloseMarkdown(reading.text)) : encloseMarkdown(reading.text)]
  if (reading.kind === 'reasoning') return [toReasoning(reading)]
  if (reading.kind === 'tool') return toCall(reading)
  if (reading.kind === 'user-facing') return (slotWriters[reading.slot] ?? writeAnything)(reading.part)
  return []
}

function toReasoning({ text, fileName }: ReasoningReading): string {
  if (fileName !== undefined) return `> **Reasoned with ${toPlainLine(fileName)}**`
  return toQuote(['**Reasoned**', text === '' ? 'Not shown by the provider.' : encloseMarkdown(text)].join('\n\n'))
}

function toCall(reading: ToolReading): string[] {
  const words = reading.manner === 'housekeeping' ? toReceiptWords(reading) : toCallWords(reading)
  return [`**${toPlainLine(words)}** (${toPlainLine(reading.toolName)})`, ...toPayload('Input', reading.input), ...toPayload('Result', reading.output)]
}

function toPayload(name: string, value: unknown): string[] {
  const text = toPayloadText(value)
  return text === '' ? [] : [`${name}:`, toCodeBlock(text, typeof value === 'string' ? '' : 'json')]
}

type Writer = (part: UserFacingPart) => string[]

/** How what was shown is written down; what has no entry is written as its call or its data. */
const slotWriters: { [Slot in UserFacingSlot]?: Writer } = {
  'file': ({ filename, mediaType, url }) => {
    const name = toPlainLine(filename ?? 'File')
    const link = url !== undefined && isSafeLink(url) ? `[${name}](<${url.replaceAll(/[<>\s]/g, encodeURIComponent)}>)` : name
    return [`File: ${link}${mediaType === undefined ? '' : ` (${toPlainLine(mediaType)})`}`]
  },
  'question': (part) => {
    const { question, choices } = readFields(part.input ?? part.data)
    const names = Array.isArray(choices) ? choices.flatMap((choice) => readString(choice) ?? []) : []
    return [`**Question: ${toPlainLine(readString(question) ?? 'The agent asks a question')}**`, ...(names.length === 0 ? [] : [names.map((name) => `- ${toPlainLine(name)}`).join('\n')])]
  },
  'error': ({ data, errorText }) => {
    const { message, fix } = readFields(data)
    const words = [readString(message) ?? errorText, readString(fix)].flatMap((sentence) => sentence === undefined ? [] : toPlainLine(sentence))
    return [`**Failed:** ${words.join(' ') || 'it left no reason.'}`]
  },
  'document': (part) => {
    const document = readDocument(part)
    return document ? [`**Document: ${toPlainLine(document.title)}**`, toQuote(encloseMarkdown(document.text))] : writeAnything(part)
  },
  'reply-draft': (part) => {
    const draft = readReplyDraft(part)
    if (!draft) return writeAnything(part)
    const heads = [['To', draft.to], ['Subject', draft.subject]].flatMap(([name = '', value]) => value === undefined ? [] : [`${name}: ${toPlainLine(value)}`])
    return ['**Draft of a reply**', ...heads, toQuote(encloseMarkdown(draft.body))]
  },
}

function writeAnything(part: UserFacingPart): string[] {
  if (part.toolName !== undefined) return [`**${toPlainLine(toCallWords(toWordedCall(part)))}** (${toPlainLine(part.toolName)})`, ...toPayload('Input', part.input), ...toPayload('Result', part.output)]
  const title = readString(readFields(part.data).title) ?? part.type.replace(/^data-/, '')
  const text = toPayloadText(part.data ?? part.output ?? part.input ?? part.url)
  return [`**${toPlainLine(title) || 'Part'}**`, ...(text === '' ? [] : [toCodeBlock(text, 'json')])]
}

function toSourceList(readings: readonly PartReading[]): string[] {
  const lines = readings.flatMap((reading) => {
    if (reading.kind !== 'source' || reading.title === undefined) return []
    const name = toPlainLine(reading.title)
    return [reading.url === undefined ? `- ${name}` : `- [${name}](<${reading.url.replaceAll(/[<>\s]/g, encodeURIComponent)}>)`]
  })
  return lines.length === 0 ? [] : ['Sources:', [...new Set(lines)].join('\n')]
}

function toQuote(markdown: string): string {
  return markdown.split('\n').map((line) => line === '' ? '>' : `> ${line}`).join('\n')
}
