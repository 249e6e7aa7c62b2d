import { IncomingMessage } from 'node:http'
import type { ServerResponse } from 'node:http'

/** The requests from outside that are not answered to their end yet. */
export interface OpenRequests {
  add(request: object, response: ServerResponse): void
  /** Hangs up on whoever still sends, or takes too little of what is sent to them. */
  cutOff(): void
}

export function createOpenRequests(): OpenRequests {
  const open = new Set<IncomingMessage>()
  return {
    add(request, response) {
      // A page that is rendered asks its routes in process, on a request of another kind that nobody needs to cut off.
      if (!(request instanceof IncomingMessage)) return
      open.add(request)
      response.once('close', () => open.delete(request))
    },
    cutOff() {
      for (const request of open) request.socket.destroy()
    },
  }
}
