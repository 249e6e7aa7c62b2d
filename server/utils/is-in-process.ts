import type { H3Event } from 'h3'

/**
 * Whether a page that is being rendered asks: then the request has no connection, and carries the headers of the one
 * that the page was asked by. It acts for the person of that one's cookie, and for nobody else.
 */
export function isInProcess(event: H3Event): boolean {
  return '__unenv__' in event.node.req
}
