import type { Decision } from '#layers/northlight/shared/approvals/approval-requests.ts'
import { findActionKind } from '#layers/northlight/shared/approvals/kinds/action-kind-registry.ts'
import { parseApprovalPayload } from '#layers/northlight/shared/approvals/parse-approval-payload.ts'
import { NorthlightError } from '#layers/northlight/shared/errors/northlight-error.ts'
import { insertVersion, requireVersion } from '#layers/northlight/server/store/approval-store.ts'
import type { ApprovalRow } from '#layers/northlight/server/store/approval-store.ts'
import { loadDotGate } from '#layers/northlight/server/store/gate-store.ts'
import { logApproval } from '#layers/northlight/server/store/log-approval.ts'
import { loadActor } from '#layers/northlight/server/store/person-store.ts'
import type { Principal } from '#layers/northlight/server/utils/principal.ts'
import { commitStep } from './commit-step.ts'
import type { ApprovalServices, CommittedStep } from './commit-step.ts'
import { expireApproval } from './expire-approval.ts'
import { isAsShown, toDigestedAsk } from './is-as-shown.ts'
import { explainClosedGate } from './plan-gate.ts'
import { refuseDecision, requireApproval } from './require-approval.ts'
import { toApprovalDigest } from './to-approval-digest.ts'

/**
 * Decides an approval as a person: about exactly the bytes that they were shown, once. The first answer wins.
 *
 * @throws {NorthlightError} `approval-not-found`, `read-only`, `scope-missing`, `approval-decided`, `approval-changed`, `gate-closed`, `request-invalid`
 */
export async function decideApproval(services: ApprovalServices, principal: Principal, id: string, decision: Decision): Promise<void> {
  const row = await requireApproval(services.database, principal, id, 'approval.decide')
  await requireAsShown(services, principal, row, decision)
  const actor = await loadActor(services.database.prisma, principal)
  const step = await planStep(services, row, decision, actor.id)
  if (!await commitStep(services, row, { ...step, actor })) throw await refuseDecision(services, principal, id)
}

/** Whoever decides has to have seen what is stored, as it is now. What is not whole any more can still be rejected. */
async function requireAsShown(services: ApprovalServices, principal: Principal, row: ApprovalRow, { decision, version, digest }: Decision) {
  if (row.state === 'pending' && row.expiresAt.getTime() <= services.clock.now()) await expireApproval(services, row.id)
  else if (row.state === 'pending' && row.version === version) {
    if (requireVersion(row).digest === digest && (decision === 'reject' || isAsShown(row))) return
    await noteAltered(services, principal, row)
  }
  throw await refuseDecision(services, row, row.id)
}

/** Nobody was shown what this decision is about. */
async function noteAltered({ database, clock }: ApprovalServices, principal: Principal, row: ApprovalRow) {
  const actor = await loadActor(database.prisma, principal)
  await database.prisma.$transaction((transaction) => logApproval(transaction, row, { event: 'decision-refused', state: row.state, at: new Date(clock.now()), actor }))
}

async function planStep(services: ApprovalServices, row: ApprovalRow, decision: Decision, decidedBy: string): Promise<CommittedStep> {
  const decidedAt = new Date(services.clock.now())
  if (decision.decision === 'edit') return planEdit(services, row, decision.body, decidedBy)
  if (decision.decision === 'reject') {
    const reason = decision.reason === '' ? undefined : decision.reason
    return { event: 'reject', log: 'rejected', data: { decidedBy, decidedAt, reason: reason ?? null }, note: reason }
  }
  const gate = await loadDotGate(services.database.prisma, row.organizationId, row.dotId, row.kind)
  const closed = gate ? explainClosedGate({ ...gate, isArchived: gate.dot.isArchived }) : 'The dot is gone.'
  if (closed !== undefined) throw new NorthlightError('gate-closed', { message: closed })
  return { event: 'approve', log: 'approved', data: { decidedBy, decidedAt } }
}

/** A new version of what would be sent, which waits as the one before did: nobody has seen it yet. */
function planEdit(services: ApprovalServices, row: ApprovalRow, body: Record<string, unknown>, createdBy: string): CommittedStep {
  const kind = findActionKind(row.kind)
  if (!kind || kind.editFields.length === 0) throw new NorthlightError('request-invalid', { message: 'This kind of action can\'t be edited.', fix: 'Reject it, and say what should be different.' })
  const reason = kind.explainBody(body)
  if (reason !== undefined) throw new NorthlightError('request-invalid', { message: `The body can't be sent: ${reason}` })
  const version = row.version + 1
  const edited = kind.parseBody(body)
  const payload = toEditedPayload(row, edited)
  const digest = toApprovalDigest({ ...toDigestedAsk(row), version, body: edited, payload })
  const createdAt = new Date(services.clock.now())
  return {
    event: 'edit', log: 'edited', data: { version },
    also: (transaction) => insertVersion(transaction, { approvalId: row.id, version, createdBy, createdAt, body: edited, payload, digest }),
  }
}

function toEditedPayload(row: ApprovalRow, body: unknown) {
  const { target } = toDigestedAsk(row)
  const facts = findActionKind(row.kind)?.toFacts(target, body)
  const payload = parseApprovalPayload(requireVersion(row).payload)
  if (!facts || !payload) throw new NorthlightError('request-invalid', { message: 'This ask is not whole, so it can\'t be edited.', fix: 'Reject it.' })
  return { ...payload, request: { ...payload.request, value: facts.value }, evidence: facts.evidence }
}
