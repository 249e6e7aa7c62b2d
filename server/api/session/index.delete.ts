import { setResponseStatus } from 'h3'
import { refuseApiKey, requirePasswordMode } from '#layers/northlight/server/people/require-sign-in.ts'
import { setCookies } from '#layers/northlight/server/people/set-cookies.ts'
import { signOut } from '#layers/northlight/server/people/sign-out.ts'
import { defineOpenRoute } from '#layers/northlight/server/utils/define-route.ts'

/** Signs out; who is not signed in, is out too. */
export default defineOpenRoute(async ({ event, services }) => {
  await refuseApiKey(event, services)
  requirePasswordMode(services)
  setCookies(event, await signOut(event, services))
  return setResponseStatus(event, 204)
})
