import type { Prisma } from '#layers/northlight/generated/prisma/client.ts'
import type { Action, ActionTarget } from '#layers/northlight/shared/approvals/action.ts'
import { isTerminal, listStatesBefore, planApprovalStep } from '#layers/northlight/shared/approvals/approval-states.ts'
import type { ApprovalEvent, ApprovalState } from '#layers/northlight/shared/approvals/approval-states.ts'
import { toColumnText, toJson } from './message-store.ts'
import type { Transaction } from './message-store.ts'
import type { Database } from './open-database.ts'
import { lockTurn, releaseTurn } from './waiting-turn-store.ts'
import type { ReleasedTurn } from './waiting-turn-store.ts'

type Client = Database['prisma'] | Transaction

/** With the version that it stands at, its dot, and whose chat it was asked in. */
export const approvalFields = {
  dot: { select: { id: true, name: true, archivedAt: true } },
  chat: { select: { sharedAt: true, deletedAt: true } },
  // Read after the row: an edit may have been stored in between.
  versions: { orderBy: { version: 'desc' }, take: 2 },
} as const satisfies Prisma.ApprovalInclude

export type ApprovalRow = Prisma.ApprovalGetPayload<{ include: typeof approvalFields }>

/** What a person decides on: the current version's bytes. */
export function requireVersion({ id, version, versions }: Pick<ApprovalRow, 'id' | 'version' | 'versions'>): ApprovalRow['versions'][number] {
  const current = versions.find((candidate) => candidate.version === version)
  if (!current) throw new Error(`The approval ${id} has no version ${version}.`)
  return current
}

export function findApproval(client: Client, organizationId: string, id: string): Promise<ApprovalRow | null> {
  return client.approval.findFirst({ where: { id, organizationId }, include: approvalFields })
}

/** The same for the product itself, which knows the id from a row of its own. */
export function loadApproval(client: Client, id: string): Promise<ApprovalRow | null> {
  return client.approval.findUnique({ where: { id }, include: approvalFields })
}

export interface NewApproval {
  id: string
  organizationId: string
  createdBy: string
  dotId: string
  chatId: string
  leadChatId: string | null
  turnId: string
  toolCallId: string
  toolName: string
  action: Action
  state: Extract<ApprovalState, 'pending' | 'approved'>
  matchedRule: string
  policyVersion: number
  marker: string
  payload: unknown
  digest: string
  at: Date
  expiresAt: Date
}

/** A target as its columns hold it. */
export function toStoredTarget({ kind, key, url, title }: ActionTarget): ActionTarget {
  return { kind: toColumnText(kind), key: toColumnText(key), url: url && toColumnText(url), title: title && toColumnText(title) }
}

/** Stores an action that came through the gate, with its first version. */
export async function insertApproval(transaction: Transaction, { action, payload, digest, at, ...row }: NewApproval): Promise<void> {
  const { kind, body } = action
  const { kind: targetKind, key: targetKey, url: targetUrl, title: targetTitle } = toStoredTarget(action.target)
  await transaction.approval.create({ data: { ...row, kind, targetKind, targetKey, targetUrl, targetTitle, createdAt: at, updatedAt: at } })
  await insertVersion(transaction, { approvalId: row.id, version: 1, createdBy: row.createdBy, createdAt: at, body, payload, digest })
}

export interface NewVersion {
  approvalId: string
  version: number
  createdBy: string
  createdAt: Date
  body: unknown
  payload: unknown
  digest: string
}

export async function insertVersion(transaction: Transaction, { body, payload, ...row }: NewVersion): Promise<void> {
  await transaction.approvalVersion.create({ data: { ...row, body: toJson(body), payload: toJson(payload) } })
}

/** What a step changes beside the state. */
export type ApprovalChange = Prisma.ApprovalUncheckedUpdateManyInput

export interface ApprovalStep {
  id: string
  turnId: string | null
  event: ApprovalEvent
  /** Only where it stands at this version. */
  version: number
  /** Only where it stands in this state: an event that can happen in several was planned for one. */
  from?: ApprovalState
  at: Date
  data?: ApprovalChange
  /** Only where this server carries it out. */
  executor?: string
}

/** How an approval stood once a change of it was stored. */
export interface ApprovalStand {
  id: string
  version: number
  state: ApprovalState
}

export interface SteppedApproval {
  state: ApprovalState
  /** The turn that goes on, since nothing of it waits any more. */
  released: ReleasedTurn | undefined
}

/**
 * One step of an approval, by one conditional update, with its turn's row locked first: of two that come at once, one
 * finds it changed. Undefined: it does not stand there.
 */
export async function stepApproval(transaction: Transaction, { id, turnId, event, version, from, at, data, executor }: ApprovalStep): Promise<SteppedApproval | undefined> {
  const before = listStatesBefore(event).filter((state) => from === undefined || state === from)
  const state = before.map((each) => planApprovalStep(each, event)).find((next) => next !== undefined)
  if (state === undefined) return undefined
  if (turnId !== null) await lockTurn(transaction, turnId)
  const { count } = await transaction.approval.updateMany({
    where: { id, version, state: { in: before }, ...executor === undefined ? {} : { executor } },
    data: { ...toColumns(data), state, updatedAt: at, ...isTerminal(state) ? { endedAt: at, executor: null, executorExpiresAt: null } : {} },
  })
  if (count === 0) return undefined
  return { state, released: turnId !== null && isTerminal(state) ? await releaseTurn(transaction, turnId) : undefined }
}

function toColumns(data: ApprovalChange = {}): ApprovalChange {
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, typeof value === 'string' ? toColumnText(value) : value]))
}

/** So long a server may carry out an action, by the database's clock: longer than carrying out and looking for what came of it may take together. In milliseconds. */
const executionMs = 90_000

/** Starts the lease of an execution that this transaction has begun. */
export async function startExecutionLease(transaction: Transaction, id: string): Promise<void> {
  await transaction.$executeRaw`UPDATE approval SET executor_expires_at = clock_timestamp() + ${executionMs} * interval '1 millisecond' WHERE id = ${id}`
}

/** Executions whose server has ended or hangs; `isAlone`: all that are not this server's own. */
export function listLostExecutions({ prisma }: Database, { serverId, isAlone }: { serverId: string, isAlone: boolean }): Promise<{ id: string }[]> {
  return prisma.$queryRaw<{ id: string }[]>`
    SELECT id FROM approval WHERE state = 'executing' AND (executor_expires_at IS NULL OR executor_expires_at < clock_timestamp() OR (${isAlone} AND executor <> ${serverId}))
    ORDER BY updated_at LIMIT 500`
}

/** Asks that nobody answered in time. */
export function listExpired({ prisma }: Database, now: Date): Promise<{ id: string }[]> {
  return prisma.approval.findMany({ where: { state: 'pending', expiresAt: { lte: now } }, orderBy: { expiresAt: 'asc' }, take: 500, select: { id: true } })
}

/** What was approved some time ago and not begun: its job is gone. */
export function listUnbegun({ prisma }: Database, before: Date): Promise<{ id: string }[]> {
  return prisma.approval.findMany({ where: { state: 'approved', updatedAt: { lt: before } }, take: 500, select: { id: true } })
}

/** Those of a turn, or all of a chat, that can still be called back. */
export function listCancellable(client: Client, of: { turnId: string } | { chatId: string }): Promise<ApprovalRow[]> {
  return client.approval.findMany({ where: { ...of, state: { in: listStatesBefore('cancel') } }, include: approvalFields, orderBy: { id: 'asc' } })
}

/** All that was asked for in a chat or through it, for a model and for a reader. */
export function listChatApprovals(client: Client, chatId: string): Promise<ApprovalRow[]> {
  return client.approval.findMany({ where: { chatId }, include: approvalFields })
}

/** An ask for the very same thing that waits in the same chat: it is not asked twice. */
export function listSameAsks(transaction: Transaction, { chatId, action, digestOfBody }: { chatId: string, action: Action, digestOfBody: (body: unknown) => string }): Promise<ApprovalRow[]> {
  const { kind, target, body } = action
  const wanted = digestOfBody(body)
  return transaction.approval.findMany({ where: { chatId, state: 'pending', kind, targetKind: target.kind, targetKey: target.key }, include: approvalFields })
    .then((rows) => rows.filter((row) => digestOfBody(requireVersion(row).body) === wanted))
}

/** What a turn has asked for, in the order in which it did. */
export function listTurnAsks(client: Client, turnId: string): Promise<ApprovalRow[]> {
  return client.approval.findMany({ where: { turnId }, include: approvalFields, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] })
}
