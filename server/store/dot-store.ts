import type { Prisma } from '#layers/northlight/generated/prisma/client.ts'
import type { Dot } from '#layers/northlight/shared/dots/dot-answers.ts'
import type { DotChange } from '#layers/northlight/shared/dots/dot-requests.ts'
import { defaultGateRule } from '#layers/northlight/shared/approvals/gate-rules.ts'
import { actionKinds } from '#layers/northlight/shared/approvals/kinds/action-kind-registry.ts'
import { NorthlightError } from '#layers/northlight/shared/errors/northlight-error.ts'
import type { Principal } from '#layers/northlight/server/utils/principal.ts'
import { toGateRule, toGateRuleName } from './gate-rule-name.ts'
import type { Transaction } from './message-store.ts'
import type { Database } from './open-database.ts'
import { appendReviewLog } from './review-log-store.ts'

const dotFields = { rules: { select: { kind: true, rule: true } } } as const satisfies Prisma.DotInclude

type DotRow = Prisma.DotGetPayload<{ include: typeof dotFields }>

function toDot({ id, name, job, leadDotId, archivedAt, policyVersion, rules }: DotRow): Dot {
  const chosen = new Map(rules.map(({ kind, rule }) => [kind, toGateRule(rule)]))
  return { id, name, job, leadDotId, policyVersion, isArchived: archivedAt !== null, rules: Object.fromEntries(actionKinds.map(({ kind }) => [kind, chosen.get(kind) ?? defaultGateRule])) }
}

/** The organisation's dots, the first first. */
export async function listDots({ prisma }: Database, { organizationId }: Principal): Promise<Dot[]> {
  const rows = await prisma.dot.findMany({ where: { organizationId }, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }], include: dotFields })
  return rows.map(toDot)
}

export interface NewDot {
  id: string
  name: string
  job: string
  leadDotId?: string
  at: Date
  actor: { id: string, name: string }
}

/**
 * Makes a dot, under a lead or under nobody; until rules are chosen, it asks.
 *
 * @throws {NorthlightError} `dot-not-found`: there is no such lead
 */
export function insertDot({ prisma }: Database, { organizationId, userId }: Principal, { id, name, job, leadDotId, at, actor }: NewDot): Promise<Dot> {
  return prisma.$transaction(async (transaction) => {
    if (leadDotId !== undefined) await requireLead(transaction, organizationId, id, leadDotId)
    const row = await transaction.dot.create({ data: { id, organizationId, createdBy: userId, name, job, leadDotId, createdAt: at }, include: dotFields })
    await appendReviewLog(transaction, { organizationId, at, event: 'dot-changed', actor, facts: { dot: name, change: 'made' } })
    return toDot(row)
  })
}

/**
 * Changes a dot, in the log too. With its rules its policy has the next version: what was asked for under an earlier one says so.
 *
 * @throws {NorthlightError} `dot-not-found`, `request-invalid`: a dot would be its own lead
 */
export function changeDot({ prisma }: Database, { organizationId, userId }: Principal, id: string, change: DotChange, { at, actor }: Pick<NewDot, 'at' | 'actor'>): Promise<Dot> {
  return prisma.$transaction(async (transaction) => {
    // One change of a dot after the other: whether two would lead each other is seen by whoever comes second.
    await transaction.$queryRaw`SELECT id FROM dot WHERE organization_id = ${organizationId} ORDER BY id FOR UPDATE`
    const before = toDot(await requireDot(transaction, organizationId, id))
    const { name, job, leadDotId, isArchived } = change
    if (typeof leadDotId === 'string') await requireLead(transaction, organizationId, id, leadDotId)
    const rules = Object.entries(change.rules ?? {}).filter(([kind, rule]) => before.rules[kind] !== rule)
    for (const [kind, rule] of rules) {
      const chosen = { rule: toGateRuleName(rule), updatedBy: userId, updatedAt: at }
      await transaction.gateRule.upsert({ where: { dotId_kind: { dotId: id, kind } }, create: { dotId: id, kind, ...chosen }, update: chosen })
      await appendReviewLog(transaction, { organizationId, at, event: 'rule-changed', actor, facts: { dot: before.name, kind, from: before.rules[kind] ?? defaultGateRule, to: rule } })
    }
    const row = await transaction.dot.update({
      where: { id },
      data: {
        name, job, leadDotId, ...isArchived === undefined ? {} : { archivedAt: isArchived ? at : null }, ...rules.length > 0 ? { policyVersion: { increment: 1 } } : {},
      },
      include: dotFields,
    })
    const others = Object.keys(change).filter((field) => field !== 'rules')
    if (others.length > 0) await appendReviewLog(transaction, { organizationId, at, event: 'dot-changed', actor, facts: { dot: row.name, change: others.join(', ') } })
    return toDot(row)
  })
}

async function requireDot(transaction: Transaction, organizationId: string, id: string): Promise<DotRow> {
  const row = await transaction.dot.findFirst({ where: { id, organizationId }, include: dotFields })
  if (!row) throw new NorthlightError('dot-not-found')
  return row
}

/** A lead leads, and is led by nobody: an ask goes up one step. */
async function requireLead(transaction: Transaction, organizationId: string, id: string, leadDotId: string) {
  const lead = await requireDot(transaction, organizationId, leadDotId)
  const isLeadItself = await transaction.dot.count({ where: { leadDotId: id } }) > 0
  if (leadDotId === id || lead.leadDotId !== null || isLeadItself) throw new NorthlightError('request-invalid', { message: 'A dot acts under another one that acts under nobody.', fix: 'Choose a dot without a lead.' })
}
