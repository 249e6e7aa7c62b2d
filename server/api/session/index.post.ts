import { signInSchema } from '#layers/northlight/shared/people/people-requests.ts'
import { readStrangerBody } from '#layers/northlight/server/people/read-stranger-body.ts'
import { setCookies } from '#layers/northlight/server/people/set-cookies.ts'
import { signIn } from '#layers/northlight/server/people/sign-in.ts'
import { defineOpenRoute } from '#layers/northlight/server/utils/define-route.ts'

/** Signs in. */
export default defineOpenRoute(async ({ event, services }) => {
  const request = await readStrangerBody(event, services, 'sign-in', signInSchema)
  const { state, cookies } = await signIn(event, services, request)
  setCookies(event, cookies)
  return state
})
