import { setResponseStatus } from 'h3'
import { newOrganizationSchema } from '#layers/northlight/shared/people/people-requests.ts'
import { createOrganization } from '#layers/northlight/server/people/create-organization.ts'
import { requireSignIn } from '#layers/northlight/server/people/require-sign-in.ts'
import { defineOpenRoute } from '#layers/northlight/server/utils/define-route.ts'
import { readStrictBody } from '#layers/northlight/server/utils/read-strict-body.ts'

/** Makes an organisation, which its maker owns and works in from now on; answers what they are then. */
export default defineOpenRoute(async ({ event, services }) => {
  const signIn = await requireSignIn(event, services, 'organization.create')
  const { name } = await readStrictBody(event, newOrganizationSchema)
  const state = await createOrganization(services, signIn, name)
  setResponseStatus(event, 201)
  return state
})
