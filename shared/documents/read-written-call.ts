import { readString } from '#layers/northlight/shared/surfacing/read-fields.ts'
import type { UserFacingPart } from '#layers/northlight/shared/surfacing/surfacing-rows.ts'

const writingStates = new Set(['input-streaming', 'input-available'])

/** Whether a call that writes something is still being written or run. */
export function isBeingWritten(part: UserFacingPart): boolean {
  return writingStates.has(part.state ?? '')
}

/** An untrusted value as one line of text; nothing where it has none. */
export function toOneLine(value: unknown): string | undefined {
  return readString(value)?.toWellFormed().replace(/\s+/g, ' ').trim() || undefined
}
