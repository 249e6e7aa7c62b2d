import { sendOutward } from './send-outward.ts'
import type { OutwardLimits } from './send-outward.ts'

/** Statuses that an answer with a body can't have. */
const withoutBody = [204, 205, 304]

/** `fetch` as clients of others' interfaces take it, by `sendOutward`: no redirect is followed. */
export function toOutwardFetch(limits: OutwardLimits): typeof fetch {
  return async (input, init = {}) => {
    const { body } = init
    if (body !== undefined && body !== null && typeof body !== 'string') throw new TypeError('Only texts are sent.')
    const { status, headers, text } = await sendOutward({
      url: new URL(input instanceof Request ? input.url : input),
      method: init.method ?? 'GET',
      headers: Object.fromEntries(new Headers(init.headers)),
      body: body ?? undefined,
      reads: 'text',
      signal: init.signal ?? new AbortController().signal,
    }, limits)
    return new Response(withoutBody.includes(status) ? null : text, { status, headers })
  }
}
