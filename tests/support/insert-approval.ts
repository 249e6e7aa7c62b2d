import { firstDot } from '#layers/northlight/server/store/first-dot.ts'
import type { Database } from '#layers/northlight/server/store/open-database.ts'

export interface PlainApproval {
  id: string
  organizationId: string
  createdBy: string
  kind: string
  targetKind: string
  targetKey: string
  state: 'pending' | 'approved' | 'executing' | 'executed' | 'failed' | 'unknown' | 'rejected' | 'expired' | 'cancelled' | 'superseded'
  payload: object
  body: object
}

/** The rows of an approval, for tests of what only reads them. */
export async function insertApproval({ prisma }: Database, id: string, more: Partial<PlainApproval> = {}): Promise<void> {
  const { payload = {}, body = {}, ...row } = more
  const dot = await prisma.dot.findFirstOrThrow({ where: { name: firstDot.name } })
  const at = new Date(1_800_000_000_000)
  await prisma.approval.create({
    data: {
      id, organizationId: dot.organizationId, createdBy: 'local-user', dotId: dot.id, toolName: 'propose_time_entry', kind: 'time_entry', targetKind: 'matter', targetKey: 'Checkout', state: 'executing',
      matchedRule: 'ask', policyVersion: 1, marker: `marker-${id}`, expiresAt: at, createdAt: at, updatedAt: at, ...row,
      versions: { create: { version: 1, createdBy: 'local-user', createdAt: at, digest: 'a'.repeat(64), payload, body } },
    },
  })
}
