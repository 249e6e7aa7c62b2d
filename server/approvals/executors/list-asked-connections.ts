import { findConnections } from '#layers/northlight/server/store/connection-store.ts'
import type { SealedConnection } from '#layers/northlight/server/store/connection-store.ts'
import type { ExecutionContext, ExecutionOrder } from './executor.ts'

/** The connections that were there when an action was asked for: one that was made since takes nothing of what was shown before it. */
export async function listAskedConnections({ organizationId, askedAt }: ExecutionOrder, { database }: ExecutionContext, kind: SealedConnection['kind']): Promise<SealedConnection[]> {
  return (await findConnections(database.prisma, organizationId, kind)).filter(({ createdAt }) => createdAt <= askedAt.getTime())
}
