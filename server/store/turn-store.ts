import type { Turn, TurnState } from '#layers/northlight/generated/prisma/client.ts'
import { NorthlightError } from '#layers/northlight/shared/errors/northlight-error.ts'
import type { ChatRequest } from '#layers/northlight/shared/messages/chat-request.ts'
import type { TurnEvent } from '#layers/northlight/shared/messages/compact-chunks.ts'
import type { TurnOutcome } from '#layers/northlight/shared/messages/message-metadata.ts'
import type { StoredMessage } from '#layers/northlight/shared/messages/stored-message.ts'
import type { Principal } from '#layers/northlight/server/utils/principal.ts'
import { cancelAsks } from './cancel-asks.ts'
import { requireChatWithin, toChatOwner } from './chat-store.ts'
import { requireActiveDot } from './first-dot.ts'
import { insertQuestion } from './insert-question.ts'
import { insertMessage } from './message-store.ts'
import type { Transaction } from './message-store.ts'
import type { Database } from './open-database.ts'
import { requireQuestion } from './require-question.ts'
import { insertTurnEventsWithin, loadTurnEvents } from './turn-event-store.ts'
import { startLease, takeOverTurn } from './turn-lease-store.ts'
import type { LostTurnRule } from './turn-lease-store.ts'

export type { Turn }

export interface TurnRequest {
  request: ChatRequest
  idempotencyKey?: string
  /** Of the request's canonical form: the same key may come again with the same request only. */
  digest: string
  turnId: string
  messageId: string
  lease: string
  at: Date
  /** What a waiting turn has said so far, as the message that it leaves when it is set aside. */
  toWaitingMessage(turn: Turn, events: readonly TurnEvent[]): Promise<StoredMessage>
  /** What nobody writes any more is settled, so that the chat goes on. */
  lost: LostTurnRule
  /** How a lost turn ends. */
  toLostEnd: LostTurnEnd
}

/** Gives what is stored of a turn that nobody writes any more: its message, from what it had said. */
export type LostTurnEnd = (turn: Turn, events: readonly TurnEvent[], at: Date) => Promise<TurnEnd>

/** How a turn ends. */
export interface TurnEnd {
  outcome: Exclude<TurnOutcome, 'waiting'>
  /** What it said, whole. */
  message: StoredMessage
  /** Its last events, so far as they are not stored yet. */
  events: readonly TurnEvent[]
  at: Date
}

export interface StartedTurn {
  turn: Turn
  /** False: the same request came before, and this is its turn. */
  isNew: boolean
}

const liveStates: TurnState[] = ['queued', 'running', 'waiting']

/**
 * Stores the person's message, the idempotency key and a running turn in one transaction, before any model is called.
 * The chat's row is locked first, so that requests for one chat come one after the other.
 *
 * @throws {NorthlightError} `chat-not-found`, `dot-archived`, `idempotency-conflict`, `turn-in-progress`, `message-exists`, `message-not-found`, `request-invalid`
 */
export function startTurn(database: Database, principal: Principal, dotId: string, input: TurnRequest): Promise<StartedTurn> {
  return database.prisma.$transaction(async (transaction) => {
    const activeLeafId = await lockChat(transaction, principal, dotId, input)
    const earlier = await findByKey(transaction, input)
    if (earlier) return { turn: earlier, isNew: false }
    const waitingMessageId = await requireIdle(transaction, input)
    const parentMessageId = await takeQuestion(transaction, principal, waitingMessageId ?? activeLeafId, input)
    const turn = await transaction.turn.create({
      data: {
        id: input.turnId,
        chatId: input.request.id,
        organizationId: principal.organizationId,
        createdBy: principal.userId,
        state: 'running',
        parentMessageId,
        messageId: input.messageId,
        lease: input.lease,
        fence: 1,
        idempotencyKey: input.idempotencyKey,
        requestDigest: input.digest,
        startedAt: input.at,
      },
    })
    await startLease(transaction, turn.id)
    return { turn, isNew: true }
  })
}

/** The message to answer: the one that the request brings, stored; or the one that it asks to answer again. */
async function takeQuestion(transaction: Transaction, principal: Principal, lastMessageId: string | null, { request, at }: TurnRequest): Promise<string> {
  if (request.trigger === 'submit-message') return insertQuestion(transaction, principal, request, lastMessageId, at)
  const questionId = await requireQuestion(transaction, request.id, request.messageId)
  // The branch that is read while the answer is being written.
  await transaction.chat.update({ where: { id: request.id }, data: { activeLeafId: questionId } })
  return questionId
}

async function lockChat(transaction: Transaction, principal: Principal, dotId: string, { request, at }: TurnRequest): Promise<string | null> {
  if (request.trigger === 'submit-message' && request.messageId === undefined) {
    await transaction.chat.createMany({
      data: { id: request.id, ...toChatOwner(principal), createdBy: principal.userId, dotId, createdAt: at, updatedAt: at },
      skipDuplicates: true,
    })
  }
  await lockChatRow(transaction, request.id)
  const { activeLeafId, dotId: answeringDotId } = await requireChatWithin(transaction, principal, request.id, 'chat.write')
  await requireActiveDot(transaction, principal.organizationId, answeringDotId)
  return activeLeafId
}

/** Always before a turn's row, so that two who settle and send at once wait for each other in one order. */
export async function lockChatRow(transaction: Transaction, chatId: string) {
  await transaction.$queryRaw`SELECT id FROM chat WHERE id = ${chatId} FOR UPDATE`
}

async function findByKey(transaction: Transaction, { request, idempotencyKey, digest }: TurnRequest): Promise<Turn | null> {
  if (!idempotencyKey) return null
  const turn = await transaction.turn.findFirst({ where: { chatId: request.id, idempotencyKey } })
  if (turn && turn.requestDigest !== digest) throw new NorthlightError('idempotency-conflict')
  return turn
}

/**
 * A waiting turn is no reason not to speak: it is set aside; nor is a lost one: it is settled. The message of either,
 * whose id this gives, is what was said last.
 */
async function requireIdle(transaction: Transaction, { request, toWaitingMessage, lost, toLostEnd, at }: TurnRequest): Promise<string | undefined> {
  const live = await transaction.turn.findFirst({ where: { chatId: request.id, state: { in: liveStates }, detached: false } })
  if (!live) return undefined
  if (live.state !== 'waiting') {
    const isSettled = await settleLostWithin(transaction, live.id, lost, toLostEnd, at)
    if (!isSettled) throw new NorthlightError('turn-in-progress')
    return live.messageId
  }
  const { count } = await transaction.turn.updateMany({ where: { id: live.id, state: 'waiting', fence: live.fence, detached: false }, data: { detached: true } })
  if (count === 0) throw new NorthlightError('turn-in-progress')
  await insertAnswer(transaction, live, await toWaitingMessage(live, await loadTurnEvents(transaction, live.id)), at)
  return live.messageId
}

/**
 * Ends a turn, as the one who has the claim: its message is inserted, whole, with the events that were not stored yet,
 * in one transaction, once. The events stay a while, for readers who are behind. False: it was settled or set aside
 * already, or somebody else has it. What `also` does is stored with it, or neither is.
 */
export async function settleTurn(database: Database, turn: Turn, end: TurnEnd, also?: (transaction: Transaction) => Promise<void>): Promise<boolean> {
  return database.prisma.$transaction(async (transaction) => {
    await lockChatRow(transaction, turn.chatId)
    const isSettled = await settleWithin(transaction, turn, end)
    if (isSettled) await also?.(transaction)
    return isSettled
  })
}

/** Takes a lost turn over and ends it, in one transaction, once; gives it as it was taken over. Null: it is not lost. */
export async function settleLostTurn(database: Database, lost: { id: string, chatId: string }, rule: LostTurnRule, toLostEnd: LostTurnEnd, at: Date): Promise<SettledTurn | null> {
  return database.prisma.$transaction(async (transaction) => {
    await lockChatRow(transaction, lost.chatId)
    return settleLostWithin(transaction, lost.id, rule, toLostEnd, at)
  })
}

export interface SettledTurn {
  turn: Turn
  outcome: TurnEnd['outcome']
}

async function settleLostWithin(transaction: Transaction, turnId: string, rule: LostTurnRule, toLostEnd: LostTurnEnd, at: Date): Promise<SettledTurn | null> {
  const turn = await takeOverTurn(transaction, turnId, rule)
  if (!turn) return null
  const end = await toLostEnd(turn, await loadTurnEvents(transaction, turn.id), at)
  return await settleWithin(transaction, turn, end) ? { turn, outcome: end.outcome } : null
}

async function settleWithin(transaction: Transaction, turn: Turn, { outcome, message, events, at }: TurnEnd): Promise<boolean> {
  const { count } = await transaction.turn.updateMany({
    where: { id: turn.id, state: { in: liveStates }, fence: turn.fence, detached: false },
    data: { state: outcome, endedAt: at, lease: null, leaseExpiresAt: null },
  })
  if (count === 0) return false
  await cancelAsks(transaction, { turnId: turn.id }, at)
  await insertAnswer(transaction, turn, message, at)
  await insertTurnEventsWithin(transaction, turn.id, events)
  return true
}

function insertAnswer(transaction: Transaction, turn: Turn, message: StoredMessage, at: Date): Promise<void> {
  const { chatId, organizationId, createdBy, parentMessageId: parentId, id: turnId } = turn
  return insertMessage(transaction, { chatId, organizationId, createdBy, parentId, turnId, message }, at)
}

/** How a turn stands, and under which fence; null: it is gone with its chat. */
export function findTurnState(database: Database, id: string): Promise<Pick<Turn, 'state' | 'fence'> | null> {
  return database.prisma.turn.findUnique({ where: { id }, select: { state: true, fence: true } })
}

/** A turn, for the product itself. */
export function findTurnById(database: Database, id: string): Promise<Turn | null> {
  return database.prisma.turn.findUnique({ where: { id } })
}

/** The turn that a chat is busy with, if any. */
export function findLiveTurn(client: Database['prisma'] | Transaction, chatId: string): Promise<Turn | null> {
  return client.turn.findFirst({ where: { chatId, state: { in: liveStates }, detached: false } })
}

export interface ModelCallRow {
  id: string
  turn: Turn
  step: number
  model: string
  inputTokens?: number
  outputTokens?: number
  /** Milliseconds. */
  durationMs: number
  createdAt: Date
}

export async function insertModelCall(database: Database, { turn, ...call }: ModelCallRow): Promise<void> {
  await database.prisma.modelCall.create({
    data: { ...call, turnId: turn.id, organizationId: turn.organizationId, createdBy: turn.createdBy },
  })
}
