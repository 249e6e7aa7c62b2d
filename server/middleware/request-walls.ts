import { defineEventHandler, getRequestHeader, getRequestIP } from 'h3'
import type { H3Event, H3EventContext } from 'h3'
import { NorthlightError } from '#layers/northlight/shared/errors/northlight-error.ts'
import { planRequestWall } from '#layers/northlight/server/utils/plan-request-wall.ts'
import { requireServices } from '#layers/northlight/server/utils/require-services.ts'
import { toClientAddress } from '#layers/northlight/server/utils/to-client-address.ts'
import { sendHttpError } from '#layers/northlight/server/utils/to-http-error.ts'

/** The development server takes connections itself and passes them on through a Unix socket, which has no address. */
const developmentAddress = import.meta.dev ? '127.0.0.1' : undefined

/** What some proxies and frameworks take for the method in place of the real one. */
const overrideHeaders = ['x-http-method-override', 'x-http-method', 'x-method-override']

/** Stands before every route and page. */
export default defineEventHandler(async (event) => {
  try {
    const { environment } = await requireServices(event)
    // Whoever could connect in local mode is on this machine, whatever a header says.
    const proxies = environment.NORTHLIGHT_AUTH === 'password' ? environment.NORTHLIGHT_PROXIES : 0
    event.context.clientAddress = readOuterRequest(event)?.clientAddress ?? toClientAddress(getRequestIP(event) ?? developmentAddress, getRequestHeader(event, 'x-forwarded-for'), proxies)
    const refusal = planRequestWall({
      method: event.method,
      path: event.path.split('?')[0] ?? event.path,
      headers: {
        host: getRequestHeader(event, 'host'),
        origin: getRequestHeader(event, 'origin'),
        contentType: getRequestHeader(event, 'content-type'),
        secFetchSite: getRequestHeader(event, 'sec-fetch-site'),
      },
      overridesMethod: overrideHeaders.some((name) => getRequestHeader(event, name) !== undefined),
      hasBody: Number(getRequestHeader(event, 'content-length') ?? 0) > 0 || getRequestHeader(event, 'transfer-encoding') !== undefined,
    }, environment)
    if (refusal) throw new NorthlightError(refusal.code, refusal)
  }
  catch (error) {
    return sendHttpError(event, error)
  }
})

/**
 * A page that is rendered calls its routes in process, on a request without a connection: Nitro hands the context of
 * the request that the page was asked by along on it. A request from outside can carry no such thing.
 */
function readOuterRequest(event: H3Event): H3EventContext | undefined {
  return (event.node.req as { __unenv__?: H3EventContext }).__unenv__
}
