import { defineEventHandler } from 'h3'
import type { EventHandler, H3Event } from 'h3'
import { takeLimit } from '#layers/northlight/server/limits/take-limit.ts'
import { requireAccess } from '#layers/northlight/server/policy/require-access.ts'
import type { VerbName } from '#layers/northlight/server/policy/verbs.ts'
import type { Log } from '#layers/northlight/server/logs/log.ts'
import { logRequest } from '#layers/northlight/server/logs/log-request.ts'
import { setRouteHeaders } from '#layers/northlight/server/headers/set-route-headers.ts'
import { drainRequest } from './drain-request.ts'
import type { Principal } from './principal.ts'
import { requirePrincipal } from './require-principal.ts'
import { requireServices } from './require-services.ts'
import type { Services } from './services.ts'
import { sendHttpError } from './to-http-error.ts'

export interface OpenRouteContext {
  event: H3Event
  services: Services
}

export interface RouteContext extends OpenRouteContext {
  principal: Principal
}

/**
 * A route for somebody whom the server knows, and may do what `verb` says: parse, authorise, call one function, answer;
 * errors in one shape. Whose the things are that it touches is asked by the function that reads them.
 */
export function defineRoute(verb: VerbName, run: (context: RouteContext) => unknown): EventHandler {
  return defineOpenRoute(async ({ event, services }) => {
    const principal = await requirePrincipal(event, services)
    requireAccess(principal, verb)
    await takeLimit(services, principal, verb)
    return run({ event, services, principal })
  })
}

/** A route for whoever comes, such as to sign in: it asks for itself what they are. */
export function defineOpenRoute(run: (context: OpenRouteContext) => unknown): EventHandler {
  return defineEventHandler(async (event) => {
    setRouteHeaders(event)
    let log: Log | undefined
    try {
      const services = await requireServices(event)
      log = logRequest(event, services)
      return await services.tracing.run('request', { method: event.method, route: event.context.matchedRoute?.path }, async () => run({ event, services }))
    }
    catch (error) {
      if (event.node.res.headersSent) {
        log?.error('An answer broke off.', { error })
        event.node.res.destroy()
        return
      }
      await drainRequest(event.node.req)
      return sendHttpError(event, error, log)
    }
  })
}
