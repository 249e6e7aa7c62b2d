import { organizationChoiceSchema } from '#layers/northlight/shared/people/people-requests.ts'
import { chooseOrganization } from '#layers/northlight/server/people/choose-organization.ts'
import { requireSignIn } from '#layers/northlight/server/people/require-sign-in.ts'
import { defineOpenRoute } from '#layers/northlight/server/utils/define-route.ts'
import { readStrictBody } from '#layers/northlight/server/utils/read-strict-body.ts'

/** Chooses the organisation that is worked in. */
export default defineOpenRoute(async ({ event, services }) => {
  const signIn = await requireSignIn(event, services, 'organization.choose')
  const { organizationId } = await readStrictBody(event, organizationChoiceSchema)
  return chooseOrganization(services, signIn, organizationId)
})
