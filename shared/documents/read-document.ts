import { readFields, readString } from '#layers/northlight/shared/surfacing/read-fields.ts'
import type { UserFacingPart } from '#layers/northlight/shared/surfacing/surfacing-rows.ts'
import { toDocumentFileName } from './to-document-file-name.ts'

/** A document to read: Markdown, whole. */
export interface DocumentView {
  title: string
  /** Ends in `.md`. */
  fileName: string
  text: string
  /** True while its call is still being written or run. */
  isWriting: boolean
}

const writingStates = new Set(['input-streaming', 'input-available'])

/**
 * The document of a `write_document` call or of a `data-document` part, as far as it has come. Untrusted, never throws;
 * nothing where there is no text to read, which is then shown as any part without a view of its own.
 */
export function readDocument(part: UserFacingPart): DocumentView | undefined {
  const isWriting = writingStates.has(part.state ?? '')
  const source = [readFields(part.output).document, part.data, part.input].map(readFields).find(({ text }) => typeof text === 'string')
    ?? readFields(part.input)
  const text = readString(source.text)?.toWellFormed()
  if (text === undefined && !isWriting) return undefined
  const title = toTitle(source.title) ?? toTitle(source.fileName)
  return {
    title: title ?? 'Document',
    fileName: toDocumentFileName(toTitle(source.fileName) ?? title ?? ''),
    text: text ?? '',
    isWriting,
  }
}

function toTitle(value: unknown): string | undefined {
  return readString(value)?.toWellFormed().replace(/\s+/g, ' ').trim() || undefined
}
