import { toPayloadText } from '#layers/northlight/shared/display/to-payload-text.ts'
import { readDocument } from '#layers/northlight/shared/documents/read-document.ts'
import { readReplyDraft } from '#layers/northlight/shared/documents/read-reply-draft.ts'
import { toVisibleText } from '#layers/northlight/shared/markdown/to-visible-text.ts'
import type { HostTools } from '#layers/northlight/shared/surfacing/host-tool.ts'
import { readFields } from '#layers/northlight/shared/surfacing/read-fields.ts'
import type { UserFacingPart, UserFacingRow, UserFacingSlot } from '#layers/northlight/shared/surfacing/surfacing-rows.ts'
import { toCallWords, toReceiptWords } from '#layers/northlight/shared/surfacing/tool-words.ts'
import { toWordedCall } from '#layers/northlight/shared/surfacing/to-worded-call.ts'

/** Untrusted values, of which the strings are read. */
type Reader = (part: UserFacingPart, tools?: HostTools) => unknown[]

const readAnything: Reader = (part) => [
  readFields(part.data).title, part.toolName, part.type.replace(/^(?:data|tool)-/, ''), toPayloadText(part.data ?? part.output ?? part.input ?? part.url),
]

const slotReaders: Record<UserFacingSlot, Reader> = {
  'block': readAnything,
  'card': readAnything,
  'view': readAnything,
  'app': readAnything,
  'fallback': readAnything,
  'approval': (part) => [part.toolName, readFields(part.approval).reason ?? part.errorText, toPayloadText(part.input ?? part.data)],
  'receipt': (part, tools) => [toReceiptWords(toWordedCall(part, tools))],
  'tool': (part, tools) => [toCallWords(toWordedCall(part, tools))],
  'question': (part) => {
    const { question, choices } = readFields(part.input ?? part.data)
    return [question, ...Array.isArray(choices) ? choices : []]
  },
  'document': (part) => {
    const document = readDocument(part)
    return document ? [document.title, toVisibleText(document.text)] : readAnything(part)
  },
  'reply-draft': (part) => {
    const draft = readReplyDraft(part)
    return draft ? [draft.to, draft.subject, draft.body] : readAnything(part)
  },
  'file': (part) => [part.filename, part.mediaType],
  'error': (part) => {
    const { message, fix } = readFields(part.data)
    return [message ?? part.errorText, fix]
  },
}

/** What a part that is shown to the reader says. Never throws. */
export function toPartTexts({ slot, part }: UserFacingRow, tools?: HostTools): string[] {
  return slotReaders[slot](part, tools).filter((value) => typeof value === 'string')
}
