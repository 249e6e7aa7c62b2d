import { listConnections } from '#layers/northlight/server/store/connection-store.ts'
import { defineRoute } from '#layers/northlight/server/utils/define-route.ts'

/** Where the organisation's actions may go; never with what secret. */
export default defineRoute('connection.manage', async ({ services, principal }) => ({ connections: await listConnections(services.database, principal), canManage: true }))
