import { z } from 'zod'
import { roles } from '#layers/northlight/shared/people/roles.ts'
import { findMemberRole } from '#layers/northlight/server/store/member-role.ts'
import { loadApproval, requireVersion, startExecutionLease } from '#layers/northlight/server/store/approval-store.ts'
import type { ApprovalRow } from '#layers/northlight/server/store/approval-store.ts'
import { loadDotGate } from '#layers/northlight/server/store/gate-store.ts'
import { toJson } from '#layers/northlight/server/store/message-store.ts'
import { runWithRetries } from '#layers/northlight/server/utils/run-with-retries.ts'
import type { Services } from '#layers/northlight/server/utils/services.ts'
import { commitStep } from './commit-step.ts'
import { findExecutor } from './executors/find-executor.ts'
import { ActionFailure } from './executors/executor.ts'
import type { ExecutionContext, ExecutionOrder, ExecutionResult, Executor } from './executors/executor.ts'
import { explainClosedGate } from './plan-gate.ts'
import { isAsShown } from './is-as-shown.ts'
import { mayDecide } from './may-decide.ts'

/** No executor may take longer; shorter than the lease of an execution. In milliseconds. */
const mostMs = 30_000

/**
 * Carries out what was approved, at most once: the approval is consumed in the transaction that begins. What is known
 * not to have been done ends as failed; of what nobody knows, the target is searched for our marker. Gives the approval
 * as it stands then.
 */
export async function executeApproval(services: Services, id: string, stopping?: AbortSignal): Promise<ApprovalRow | null> {
  const row = await loadApproval(services.database.prisma, id)
  if (row?.state !== 'approved') return row
  const refusal = await explainRefusal(services, row)
  if (refusal !== undefined) await commitStep(services, row, { event: 'fail', log: 'failed', from: 'approved', data: { note: refusal }, note: refusal })
  else if (await begin(services, row)) await carryOut(services, row, stopping)
  return loadApproval(services.database.prisma, id)
}

/** Looked at once more: the bytes, the right of whoever decided, and the gate. */
async function explainRefusal({ database }: Services, row: ApprovalRow): Promise<string | undefined> {
  if (!isAsShown(row)) return 'What was approved is not what is stored: nothing was done.'
  const gate = await loadDotGate(database.prisma, row.organizationId, row.dotId, row.kind)
  const closed = gate && explainClosedGate({ ...gate, isArchived: gate.dot.isArchived })
  if (!gate || closed !== undefined) return closed ?? 'The dot is gone.'
  const decider = row.decidedBy ?? row.createdBy
  const role = z.enum(roles).safeParse(await findMemberRole(database.prisma, row.organizationId, decider)).data
  if (role === undefined) return row.decidedBy === null ? 'Whoever it was asked for has left the organisation.' : 'Whoever approved it has left the organisation.'
  return row.decidedBy === null || mayDecide(row, { userId: decider, organizationId: row.organizationId, role }) ? undefined : 'Whoever approved it may not decide that any more.'
}

function begin(services: Services, row: ApprovalRow): Promise<boolean> {
  return commitStep(services, row, {
    event: 'begin', log: 'begun', data: { executor: services.serverId }, also: (transaction) => startExecutionLease(transaction, row.id),
  })
}

async function carryOut(services: Services, row: ApprovalRow, stopping?: AbortSignal) {
  const executor = findExecutor(services.executors, row.kind)
  const signal = AbortSignal.any([AbortSignal.timeout(mostMs), ...stopping ? [stopping] : []])
  const end = await runExecutor(executor, toOrder(row), { ...services, signal })
  await runWithRetries(() => commitStep(services, row, { ...end, executor: services.serverId }), services)
}

async function runExecutor(executor: Executor, order: ExecutionOrder, context: ExecutionContext) {
  const obstacle = await findObstacle(executor, order, context)
  if (obstacle !== undefined) return fail(obstacle)
  try {
    return succeed(await executor.run(order, context))
  }
  catch (error) {
    if (error instanceof ActionFailure) return fail(context.secrets.maskReport(error.message))
    context.log.warn('Nobody knows what came of an action.', { approvalId: order.approvalId, error })
    const found = await lookFor(executor, order, context)
    return found.result ? succeed(found.result) : lose(found.note)
  }
}

/** Whatever breaks before anything is done is known not to have been done. */
async function findObstacle(executor: Executor, order: ExecutionOrder, context: ExecutionContext): Promise<string | undefined> {
  try {
    return await executor.check(order, context)
  }
  catch (error) {
    if (error instanceof ActionFailure) return context.secrets.maskReport(error.message)
    context.log.warn('The target of an action could not be looked at: nothing was done there.', { approvalId: order.approvalId, error })
    return 'Its target could not be looked at, so nothing was done.'
  }
}

export interface Lookup {
  result?: ExecutionResult
  /** What was found, for the person who settles it. */
  note: string
}

/** Looks for an action's marker in its target, which may fail like anything else. */
export async function lookFor(executor: Executor, order: ExecutionOrder, context: ExecutionContext): Promise<Lookup> {
  if (!executor.find) return { note: 'Nobody knows whether it was done, and its target can\'t be searched: look there yourself.' }
  try {
    const result = await executor.find(order, { ...context, signal: AbortSignal.timeout(mostMs) })
    return result ? { result, note: `It was found in its target: ${result.note}.` } : { note: 'Nobody knows whether it was done. It was not found in its target.' }
  }
  catch (error) {
    context.log.warn('The target of an action could not be searched.', { approvalId: order.approvalId, error })
    return { note: 'Nobody knows whether it was done, and its target could not be searched: look there yourself.' }
  }
}

export function toOrder(row: ApprovalRow): ExecutionOrder {
  const { id: approvalId, organizationId, createdBy, kind, targetKind, targetKey, targetUrl: url, targetTitle: title, marker, createdAt: askedAt } = row
  return { approvalId, organizationId, createdBy, askedAt, kind, marker, target: { kind: targetKind, key: targetKey, url, title }, body: requireVersion(row).body }
}

function succeed({ note, url, outcome }: ExecutionResult) {
  return { event: 'succeed' as const, log: 'executed' as const, note, data: { note, resultUrl: url, outcome: toJson(outcome) } }
}

function fail(note: string) {
  return { event: 'fail' as const, log: 'failed' as const, note, data: { note } }
}

function lose(note: string) {
  return { event: 'lose' as const, log: 'lost' as const, note, data: { note } }
}
