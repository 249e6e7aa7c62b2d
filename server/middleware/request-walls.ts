import { defineEventHandler, getRequestHeader, getRequestIP } from 'h3'
import type { H3Event, H3EventContext } from 'h3'
import { NorthlightError } from '#layers/northlight/shared/errors/northlight-error.ts'
import { planRequestWall } from '#layers/northlight/server/utils/plan-request-wall.ts'
import { sendHttpError } from '#layers/northlight/server/utils/to-http-error.ts'

/** The development server takes connections itself and passes them on through a Unix socket, which has no address. */
const developmentAddress = import.meta.dev ? '127.0.0.1' : undefined

/** Stands before every route and page. */
export default defineEventHandler((event) => {
  event.context.clientAddress = readOuterRequest(event)?.clientAddress ?? getRequestIP(event) ?? developmentAddress
  const refusal = planRequestWall({
    method: event.method,
    path: event.path.split('?')[0] ?? event.path,
    headers: {
      host: getRequestHeader(event, 'host'),
      origin: getRequestHeader(event, 'origin'),
      contentType: getRequestHeader(event, 'content-type'),
      secFetchSite: getRequestHeader(event, 'sec-fetch-site'),
    },
    hasBody: Number(getRequestHeader(event, 'content-length') ?? 0) > 0 || getRequestHeader(event, 'transfer-encoding') !== undefined,
  })
  if (refusal) return sendHttpError(event, new NorthlightError(refusal.code, refusal))
})

/**
 * A page that is rendered calls its routes in process, on a request without a connection: Nitro hands the context of
 * the request that the page was asked by along on it. A request from outside can carry no such thing.
 */
function readOuterRequest(event: H3Event): H3EventContext | undefined {
  return (event.node.req as { __unenv__?: H3EventContext }).__unenv__
}
