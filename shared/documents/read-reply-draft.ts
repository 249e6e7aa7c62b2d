import { readFields, readString } from '#layers/northlight/shared/surfacing/read-fields.ts'
import type { UserFacingPart } from '#layers/northlight/shared/surfacing/surfacing-rows.ts'
import { isBeingWritten, toOneLine } from './read-written-call.ts'

/** A reply as the agent wrote it, to edit and copy; nothing sends it. */
export interface ReplyDraftView {
  to?: string
  subject?: string
  body: string
  /** True while its call is still being written or run. */
  isWriting: boolean
}

/**
 * The draft of a `draft_reply` call or of a `data-reply-draft` part, as far as it has come. Untrusted, never throws;
 * nothing where there is no body to read.
 */
export function readReplyDraft(part: UserFacingPart): ReplyDraftView | undefined {
  const isWriting = isBeingWritten(part)
  const source = [readFields(part.output).draft, part.data, part.input].map(readFields).find(({ body }) => typeof body === 'string')
    ?? readFields(part.input)
  const body = readString(source.body)?.toWellFormed()
  if (body === undefined && !isWriting) return undefined
  const to = toOneLine(source.to)
  const subject = toOneLine(source.subject)
  return { ...(to === undefined ? {} : { to }), ...(subject === undefined ? {} : { subject }), body: body ?? '', isWriting }
}
