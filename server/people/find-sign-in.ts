import { getRequestHeader } from 'h3'
import type { H3Event } from 'h3'
import { findSignIn as findStoredSignIn } from '#layers/northlight/server/store/session-store.ts'
import type { SignIn } from '#layers/northlight/server/store/session-store.ts'
import type { Services } from '#layers/northlight/server/utils/services.ts'

/** Who signed in, by the request's cookie; undefined: nobody, or it is over. */
export async function findSignIn(event: H3Event, services: Services): Promise<SignIn | undefined> {
  const cookie = getRequestHeader(event, 'cookie')
  if (cookie === undefined) return undefined
  const auth = await services.auth()
  const { token } = await auth.api.readSessionToken({ headers: new Headers({ cookie }) })
  return token === undefined ? undefined : findStoredSignIn(services.database, token, new Date(services.clock.now()))
}
