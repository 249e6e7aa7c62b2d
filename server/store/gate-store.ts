import type { GateRule } from '#layers/northlight/shared/approvals/gate-rules.ts'
import { toGateRule } from './gate-rule-name.ts'
import type { Transaction } from './message-store.ts'
import type { Database } from './open-database.ts'

/** What the gate goes by, for one dot and one kind of action. */
export interface DotGate {
  dot: { id: string, name: string, leadDotId: string | null, policyVersion: number, isArchived: boolean }
  /** Its lead, if it has one. */
  lead: { id: string, name: string, isArchived: boolean } | undefined
  /** Undefined: no rule was chosen. */
  rule: GateRule | undefined
  sandbox: boolean
}

/** Null: there is no such dot in the organisation. */
export async function loadDotGate(client: Database['prisma'] | Transaction, organizationId: string, dotId: string, kind: string): Promise<DotGate | null> {
  const dot = await client.dot.findFirst({
    where: { id: dotId, organizationId },
    select: { id: true, name: true, leadDotId: true, policyVersion: true, archivedAt: true, lead: { select: { id: true, name: true, archivedAt: true } }, rules: { where: { kind }, select: { rule: true } } },
  })
  if (!dot) return null
  const [rule] = dot.rules
  return {
    dot: { id: dot.id, name: dot.name, leadDotId: dot.leadDotId, policyVersion: dot.policyVersion, isArchived: dot.archivedAt !== null },
    lead: dot.lead ? { id: dot.lead.id, name: dot.lead.name, isArchived: dot.lead.archivedAt !== null } : undefined,
    rule: rule && toGateRule(rule.rule),
    sandbox: await loadSandbox(client, organizationId),
  }
}

/** Whether nothing of the organisation's goes out. */
export async function loadSandbox(client: Database['prisma'] | Transaction, organizationId: string): Promise<boolean> {
  return (await client.organizationGate.findUnique({ where: { organizationId }, select: { sandbox: true } }))?.sandbox ?? false
}

/** Turns sandbox mode on or off for an organisation. */
export async function setSandbox(transaction: Transaction, organizationId: string, sandbox: boolean, updatedBy: string, updatedAt: Date): Promise<void> {
  await transaction.organizationGate.upsert({ where: { organizationId }, create: { organizationId, sandbox, updatedBy, updatedAt }, update: { sandbox, updatedBy, updatedAt } })
}
