import { findSignIn } from '#layers/northlight/server/people/find-sign-in.ts'
import { loadSessionState } from '#layers/northlight/server/people/load-session-state.ts'
import { refuseApiKey } from '#layers/northlight/server/people/require-sign-in.ts'
import { loadLocalSignIn } from '#layers/northlight/server/store/person-store.ts'
import { defineOpenRoute } from '#layers/northlight/server/utils/define-route.ts'
import { requireLocalPrincipal } from '#layers/northlight/server/utils/require-principal.ts'

/** Who asks, and what they belong to; also for whoever has not signed in. */
export default defineOpenRoute(async ({ event, services }) => {
  await refuseApiKey(event, services)
  const isLocal = services.environment.NORTHLIGHT_AUTH === 'local'
  const signIn = isLocal ? await loadLocalSignIn(services.database, requireLocalPrincipal(event, services)) : await findSignIn(event, services)
  return loadSessionState(services, signIn)
})
