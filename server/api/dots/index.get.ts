import type { DotList } from '#layers/northlight/shared/dots/dot-answers.ts'
import { actionKinds } from '#layers/northlight/shared/approvals/kinds/action-kind-registry.ts'
import { planAccess } from '#layers/northlight/server/policy/plan-access.ts'
import { listDots } from '#layers/northlight/server/store/dot-store.ts'
import { loadSandbox } from '#layers/northlight/server/store/gate-store.ts'
import { defineRoute } from '#layers/northlight/server/utils/define-route.ts'

/** The organisation's dots with their rules. */
export default defineRoute('dot.read', async ({ services: { database }, principal }): Promise<DotList> => ({
  dots: await listDots(database, principal),
  kinds: actionKinds.map(({ kind, title }) => ({ kind, title })),
  sandbox: await loadSandbox(database.prisma, principal.organizationId),
  canManage: planAccess(principal, 'dot.manage') === undefined,
}))
