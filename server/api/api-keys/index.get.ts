import { listApiKeys } from '#layers/northlight/server/store/api-key-store.ts'
import { defineRoute } from '#layers/northlight/server/utils/define-route.ts'

/** This person's own keys for the organisation that they work in. */
export default defineRoute('api-key.manage', async ({ services, principal }) => ({ keys: await listApiKeys(services.database, principal) }))
