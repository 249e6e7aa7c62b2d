import { signInSchema } from '#layers/northlight/shared/people/people-requests.ts'
import { refuseApiKey, requirePasswordMode } from '#layers/northlight/server/people/require-sign-in.ts'
import { setCookies } from '#layers/northlight/server/people/set-cookies.ts'
import { signIn } from '#layers/northlight/server/people/sign-in.ts'
import { takeStrangerLimit } from '#layers/northlight/server/people/take-stranger-limit.ts'
import { defineOpenRoute } from '#layers/northlight/server/utils/define-route.ts'
import { readStrictBody } from '#layers/northlight/server/utils/read-strict-body.ts'

/** Signs in. */
export default defineOpenRoute(async ({ event, services }) => {
  await refuseApiKey(event, services)
  requirePasswordMode(services)
  const request = await readStrictBody(event, signInSchema)
  await takeStrangerLimit(event, services, 'sign-in', request.email)
  const { state, cookies } = await signIn(event, services, request)
  setCookies(event, cookies)
  return state
})
