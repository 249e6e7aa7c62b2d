import type { ChatClient } from '#layers/northlight/shared/host/chat-client.ts'
import { useSessionStore } from '#layers/northlight/stores/session.ts'
import { announceSessionChange } from './session-changes.ts'
import type { SessionChange } from './session-changes.ts'

/** How one becomes somebody else, or nobody, or goes to another organisation: what the server is asked, and where it goes on. */
export interface SessionStep extends SessionChange {
  path: string
  init: RequestInit
  next: string
}

/**
 * Gives what takes such a step: every tab of this browser then begins anew, so that nothing of before is left in it. It
 * resolves never, and throws a `RequestFailure` where the server refuses it: nothing has changed then.
 */
export function useChangeSession(client: ChatClient): (step: SessionStep) => Promise<never> {
  const session = useSessionStore()
  return async ({ path, init, next, signedOut }) => {
    await client.request(path, init)
    // What this tab hears of its own change must not hold it up on its way.
    session.isLeaving = true
    announceSessionChange({ signedOut })
    window.location.assign(next)
    return new Promise(() => {})
  }
}
