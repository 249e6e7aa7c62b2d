import { setResponseStatus } from 'h3'
import { signUpSchema } from '#layers/northlight/shared/people/people-requests.ts'
import { refuseApiKey, requirePasswordMode } from '#layers/northlight/server/people/require-sign-in.ts'
import { setCookies } from '#layers/northlight/server/people/set-cookies.ts'
import { signUp } from '#layers/northlight/server/people/sign-up.ts'
import { takeStrangerLimit } from '#layers/northlight/server/people/take-stranger-limit.ts'
import { defineOpenRoute } from '#layers/northlight/server/utils/define-route.ts'
import { readStrictBody } from '#layers/northlight/server/utils/read-strict-body.ts'

/** Signs up, and in: the first one takes over what is here, every other one brings an invitation. */
export default defineOpenRoute(async ({ event, services }) => {
  await refuseApiKey(event, services)
  requirePasswordMode(services)
  const request = await readStrictBody(event, signUpSchema)
  await takeStrangerLimit(event, services, 'sign-up', request.email)
  const { state, cookies } = await signUp(event, services, request)
  setCookies(event, cookies)
  setResponseStatus(event, 201)
  return state
})
