import { IncomingMessage } from 'node:http'
import type { H3Event } from 'h3'
import type { Services } from '#layers/northlight/server/utils/services.ts'
import type { Log } from './log.ts'

/** The log of one request, with an id on its lines; when the answer has ended it says how: the route's pattern, never the address. */
export function logRequest(event: H3Event, { log, clock }: Pick<Services, 'log' | 'clock'>): Log {
  const requestLog = log.with({ requestId: crypto.randomUUID() })
  // A page that is rendered asks its routes in process: that request is the page's own.
  if (!(event.node.req instanceof IncomingMessage)) return requestLog
  const startedAt = clock.now()
  const { method } = event
  event.node.res.once('close', () => {
    const { statusCode: status, writableFinished } = event.node.res
    requestLog.info('Answered a request.', { method, route: event.context.matchedRoute?.path, status, durationMs: clock.now() - startedAt, ...(writableFinished ? {} : { isBrokenOff: true }) })
  })
  return requestLog
}
