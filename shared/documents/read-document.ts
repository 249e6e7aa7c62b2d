import { readFields, readString } from '#layers/northlight/shared/surfacing/read-fields.ts'
import type { UserFacingPart } from '#layers/northlight/shared/surfacing/surfacing-rows.ts'
import { isBeingWritten, toOneLine } from './read-written-call.ts'
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

/**
 * The document of a `write_document` call or of a `data-document` part, as far as it has come. Untrusted, never throws;
 * nothing where there is no text to read, which is then shown as any part without a view of its own.
 */
export function readDocument(part: UserFacingPart): DocumentView | undefined {
  const isWriting = isBeingWritten(part)
  const source = [readFields(part.output).document, part.data, part.input].map(readFields).find(({ text }) => typeof text === 'string')
    ?? readFields(part.input)
  const text = readString(source.text)?.toWellFormed()
  if (text === undefined && !isWriting) return undefined
  const title = toOneLine(source.title) ?? toOneLine(source.fileName)
  return {
    title: title ?? 'Document',
    fileName: toDocumentFileName(toOneLine(source.fileName) ?? title ?? ''),
    text: text ?? '',
    isWriting,
  }
}
