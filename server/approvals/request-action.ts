import type { JSONValue } from 'ai'
import { stringify } from 'safe-stable-stringify'
import { findActionKind } from '#layers/northlight/shared/approvals/kinds/action-kind-registry.ts'
import { NorthlightError } from '#layers/northlight/shared/errors/northlight-error.ts'
import { toLogFacts } from '#layers/northlight/shared/approvals/to-log-facts.ts'
import { toRefusalText } from '#layers/northlight/shared/approvals/to-refusal-text.ts'
import { findLeadChat } from '#layers/northlight/server/store/lead-chat-store.ts'
import { insertApproval, listSameAsks, loadApproval, stepApproval, toStoredTarget } from '#layers/northlight/server/store/approval-store.ts'
import type { ApprovalStand } from '#layers/northlight/server/store/approval-store.ts'
import { loadDotGate } from '#layers/northlight/server/store/gate-store.ts'
import type { DotGate } from '#layers/northlight/server/store/gate-store.ts'
import { logApproval } from '#layers/northlight/server/store/log-approval.ts'
import type { Transaction } from '#layers/northlight/server/store/message-store.ts'
import { publishEvent } from '#layers/northlight/server/events/publish-event.ts'
import { lockTurn } from '#layers/northlight/server/store/waiting-turn-store.ts'
import { appendReviewLog } from '#layers/northlight/server/store/review-log-store.ts'
import type { Principal } from '#layers/northlight/server/utils/principal.ts'
import type { Services } from '#layers/northlight/server/utils/services.ts'
import { sendAnnouncement } from './announcements/send-announcement.ts'
import type { ActionRequest, GateAnswer } from './gate.ts'
import { buildApprovalPayload } from './build-approval-payload.ts'
import { executeApproval } from './execute-approval.ts'
import { planGate } from './plan-gate.ts'
import type { GatePlan } from './plan-gate.ts'
import { publishApproval } from './publish-approval.ts'
import { wakeApprovalJobs } from './send-approval-jobs.ts'
import { toApprovalDigest } from './to-approval-digest.ts'

/** An ask that nobody answers is over after so long. In milliseconds. */
const askMs = 30 * 24 * 60 * 60 * 1_000

/** The rule of the dot decides: it is done, it waits for a person, or it is refused. Whatever comes of it is in the review log. */
export async function requestAction(services: Services, principal: Principal, request: ActionRequest): Promise<GateAnswer> {
  const kind = findActionKind(request.action.kind)
  const reason = kind ? kind.explainBody(request.action.body) : `There is no kind of action ${request.action.kind}.`
  if (reason !== undefined) throw new NorthlightError('request-invalid', { message: `The action can't be asked for: ${reason}` })
  const gate = await loadDotGate(services.database.prisma, principal.organizationId, request.dotId, request.action.kind)
  if (!gate) throw new NorthlightError('dot-not-found')
  const plan = planGate({ ...gate, isArchived: gate.dot.isArchived, hasReadOutside: request.hasReadOutside, isReachable: gate.lead?.isArchived !== true })
  if (plan.step !== 'act' && plan.step !== 'ask') return refuse(services, principal, request, gate, plan)
  const id = await store(services, principal, request, gate, plan)
  void publishApproval(services, { id, version: 1, state: toFirstState(plan) })
  const pending = { result: 'pending_approval', runId: request.turnId, approvalId: id, note: 'It waits in the Inbox for a person.' } as const
  if (plan.step === 'ask') return pending
  request.onAllowed?.(id)
  const ended = await executeApproval(services, id)
  if (ended?.state === 'executed') return { result: 'executed', runId: request.turnId, approvalId: id, note: ended.note ?? 'Done.', outcome: ended.outcome as JSONValue }
  if (ended?.state === 'failed') return { result: 'failed', runId: request.turnId, approvalId: id, note: toRefusalText({ by: 'failed', toolName: request.toolName, toolCallId: request.toolCallId, rule: plan.matchedRule, reason: ended.note }) }
  return pending
}

const refusals = {
  'refuse': { result: 'blocked', event: 'blocked', by: 'policy' },
  'hold-back': { result: 'blocked', event: 'sandboxed', by: 'policy' },
  'hand-off': { result: 'handed_off', event: 'handed-off', by: 'hand-off' },
  'unavailable': { result: 'unavailable', event: 'unavailable', by: 'unavailable' },
} as const

async function refuse(services: Services, principal: Principal, request: ActionRequest, gate: DotGate, plan: GatePlan): Promise<GateAnswer> {
  const { result, event, by } = refusals[plan.step as keyof typeof refusals]
  const payload = buildApprovalPayload({ request, gate, matchedRule: plan.matchedRule })
  await services.database.prisma.$transaction((transaction) => appendReviewLog(transaction, {
    organizationId: principal.organizationId, at: new Date(services.clock.now()), event, facts: toLogFacts(payload),
  }))
  return { result, runId: request.turnId, note: toRefusalText({ by, toolName: request.toolName, toolCallId: request.toolCallId, rule: plan.matchedRule }) }
}

/** Stores the action as asked for, or as allowed by its rule. The same thing asked for again in a chat takes the earlier ask's place. */
async function store(services: Services, principal: Principal, request: ActionRequest, gate: DotGate, plan: GatePlan): Promise<string> {
  const id = services.ids()
  const at = new Date(services.clock.now())
  const { organizationId, userId: createdBy } = principal
  const payload = buildApprovalPayload({ request, gate, matchedRule: plan.matchedRule })
  const { chatId, turnId, toolCallId, toolName, dotId } = request
  // As it is read back: a digest of anything else would never be that of what is stored.
  const action = { ...request.action, target: toStoredTarget(request.action.target) }
  const digest = toApprovalDigest({
    approvalId: id, version: 1, kind: action.kind, target: action.target, body: action.body, toolName, toolCallId, payload, organizationId, requestedBy: createdBy, policyVersion: gate.dot.policyVersion,
  })
  await services.jobs.ready()
  const stored = await services.database.prisma.$transaction(async (transaction) => {
    // Whatever ends the turn waits for what is asked here, and calls that back too.
    if (await lockTurn(transaction, turnId) !== 'running') throw new NorthlightError('gate-closed', { message: 'The answer that would ask for it has ended.' })
    const superseded = plan.step === 'ask' ? await supersede(services, transaction, request, at) : []
    const leadChatId = gate.lead ? await findLeadChat(transaction, principal, gate.lead.id, gate.dot.name, services.ids, at) : null
    await insertApproval(transaction, {
      id, organizationId, createdBy, dotId, chatId, turnId, toolCallId, toolName, action, payload, digest, at,
      leadChatId,
      state: toFirstState(plan),
      matchedRule: plan.matchedRule,
      policyVersion: gate.dot.policyVersion,
      marker: services.ids(),
      expiresAt: new Date(at.getTime() + askMs),
    })
    const row = await loadApproval(transaction, id)
    if (row) {
      await logApproval(transaction, row, { event: plan.step === 'ask' ? 'asked' : 'allowed', state: row.state, at })
      await sendAnnouncement(services.jobs, transaction, row, row.state)
    }
    return { superseded, leadChatId }
  })
  wakeApprovalJobs(services.jobs)
  for (const earlier of stored.superseded) void publishApproval(services, earlier)
  // It may be a new one.
  if (stored.leadChatId !== null) publishEvent(services, principal, { type: 'chat-changed', chatId: stored.leadChatId })
  return id
}

function toFirstState({ step }: GatePlan): 'pending' | 'approved' {
  return step === 'ask' ? 'pending' : 'approved'
}

async function supersede({ jobs }: Pick<Services, 'jobs'>, transaction: Transaction, { chatId, action, turnId }: ActionRequest, at: Date): Promise<ApprovalStand[]> {
  const same = await listSameAsks(transaction, { chatId, action, digestOfBody: (body) => stringify(body) ?? '' })
  const superseded: ApprovalStand[] = []
  for (const row of same.filter((candidate) => candidate.turnId !== turnId)) {
    const stepped = await stepApproval(transaction, { id: row.id, turnId: row.turnId, event: 'supersede', version: row.version, at })
    if (!stepped) continue
    await logApproval(transaction, row, { event: 'superseded', state: stepped.state, at })
    await sendAnnouncement(jobs, transaction, row, stepped.state)
    superseded.push({ id: row.id, version: row.version, state: stepped.state })
  }
  return superseded
}
