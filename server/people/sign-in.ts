import { getRequestHeader } from 'h3'
import type { H3Event } from 'h3'
import type { SessionState } from '#layers/northlight/shared/people/session-state.ts'
import { NorthlightError } from '#layers/northlight/shared/errors/northlight-error.ts'
import { deleteSession, findSignIn as findStoredSignIn } from '#layers/northlight/server/store/session-store.ts'
import type { Services } from '#layers/northlight/server/utils/services.ts'
import { findSignIn } from './find-sign-in.ts'
import { loadSessionState } from './load-session-state.ts'

/** What somebody who has just signed in is told, and the cookies to set. */
export interface OpenedSession {
  state: SessionState
  cookies: string[]
}

/**
 * Signs in. An address that nobody has and a wrong password cost the same hash and get the same answer. The sign-in that
 * this browser had before ends.
 *
 * @throws {NorthlightError} `sign-in-refused`
 */
export async function signIn(event: H3Event, services: Services, credentials: { email: string, password: string }): Promise<OpenedSession> {
  const auth = await services.auth()
  const { headers, response } = await auth.api.signInEmail({ body: credentials, headers: toAuthHeaders(event), returnHeaders: true }).catch((error: unknown) => {
    throw isRefusal(error) ? new NorthlightError('sign-in-refused', { cause: error }) : error
  })
  return toOpenedSession(event, services, response.token, headers)
}

/** Signs a person in who has just proved otherwise who they are. The sign-in that this browser had before ends. */
export async function openSession(event: H3Event, services: Services, userId: string): Promise<OpenedSession> {
  const auth = await services.auth()
  const { headers, response } = await auth.api.openSession({ body: { userId }, headers: toAuthHeaders(event), returnHeaders: true })
  return toOpenedSession(event, services, response.token, headers)
}

async function toOpenedSession(event: H3Event, services: Services, token: string, headers: Headers): Promise<OpenedSession> {
  const earlier = await findSignIn(event, services)
  if (earlier) {
    await deleteSession(services.database, earlier.sessionId)
    await services.access.check()
  }
  const signedIn = await findStoredSignIn(services.database, token, new Date(services.clock.now()))
  return { state: await loadSessionState(services, signedIn), cookies: headers.getSetCookie() }
}

/** All that Better Auth is told of a request: what the row of a sign-in keeps. */
function toAuthHeaders(event: H3Event): Headers {
  return new Headers({ 'user-agent': getRequestHeader(event, 'user-agent') ?? '' })
}

function isRefusal(error: unknown): boolean {
  return error instanceof Error && 'body' in error && typeof error.body === 'object' && error.body !== null && 'code' in error.body && error.body.code === 'INVALID_EMAIL_OR_PASSWORD'
}
