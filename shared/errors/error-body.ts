import type { ErrorBody } from './northlight-error.ts'

/** What a failed answer says of itself; for one that says nothing readable, what can be said without it. */
export function toErrorBody(status: number, value: unknown): ErrorBody {
  if (isErrorBody(value)) return { code: value.code, message: value.message, ...(value.fix === undefined ? {} : { fix: value.fix }) }
  return { code: 'unreadable-answer', message: `The server answered ${status} without saying why.`, fix: 'Try again.' }
}

/** Checked by hand: this runs in the chat's first load, which has no room for a schema library. */
function isErrorBody(value: unknown): value is ErrorBody {
  if (typeof value !== 'object' || value === null) return false
  const { code, message, fix } = value as Record<string, unknown>
  return typeof code === 'string' && typeof message === 'string' && (fix === undefined || typeof fix === 'string')
}
