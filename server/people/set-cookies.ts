import { appendResponseHeader } from 'h3'
import type { H3Event } from 'h3'

/** Has the browser keep these cookies, each a header of its own. */
export function setCookies(event: H3Event, cookies: readonly string[]): void {
  for (const cookie of cookies) appendResponseHeader(event, 'set-cookie', cookie)
}
