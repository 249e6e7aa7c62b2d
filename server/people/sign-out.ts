import type { H3Event } from 'h3'
import { deleteSession } from '#layers/northlight/server/store/session-store.ts'
import type { Services } from '#layers/northlight/server/utils/services.ts'
import { findSignIn } from './find-sign-in.ts'

/** Ends the sign-in of a request's cookie, and all that is open by it. Gives the cookies that take its place. */
export async function signOut(event: H3Event, services: Services): Promise<string[]> {
  const signIn = await findSignIn(event, services)
  if (signIn) await deleteSession(services.database, signIn.sessionId)
  await services.access.check()
  const auth = await services.auth()
  const { headers } = await auth.api.closeSession({ returnHeaders: true })
  return headers.getSetCookie()
}
