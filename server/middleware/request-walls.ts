import { defineEventHandler, getRequestHeader, getRequestIP } from 'h3'
import { NorthlightError } from '#layers/northlight/shared/errors/northlight-error.ts'
import { planRequestWall } from '#layers/northlight/server/utils/plan-request-wall.ts'
import { sendHttpError } from '#layers/northlight/server/utils/to-http-error.ts'

/** Stands before every route and page. */
export default defineEventHandler((event) => {
  // Kept from the real connection: the requests that a page makes while it is rendered have none.
  event.context.clientAddress ??= getRequestIP(event)
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
