import { setResponseStatus } from 'h3'
import { signUpSchema } from '#layers/northlight/shared/people/people-requests.ts'
import { readStrangerBody } from '#layers/northlight/server/people/read-stranger-body.ts'
import { setCookies } from '#layers/northlight/server/people/set-cookies.ts'
import { signUp } from '#layers/northlight/server/people/sign-up.ts'
import { defineOpenRoute } from '#layers/northlight/server/utils/define-route.ts'

/** Signs up, and in: the first one takes over what is here, every other one brings an invitation. */
export default defineOpenRoute(async ({ event, services }) => {
  const request = await readStrangerBody(event, services, 'sign-up', signUpSchema)
  const { state, cookies } = await signUp(event, services, request)
  setCookies(event, cookies)
  setResponseStatus(event, 201)
  return state
})
