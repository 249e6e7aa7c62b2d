import { setResponseHeaders } from 'h3'
import type { H3Event } from 'h3'

/**
 * What every answer of a route carries: it is nobody's to keep, to guess the type of, to show as a page, or to take into
 * a page of another site.
 */
export function setRouteHeaders(event: H3Event): void {
  setResponseHeaders(event, {
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'content-security-policy': 'default-src \'none\'; frame-ancestors \'none\'',
    'cross-origin-resource-policy': 'same-site',
    'referrer-policy': 'no-referrer',
  })
}
