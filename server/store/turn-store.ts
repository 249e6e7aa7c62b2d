import type { Turn, TurnState } from '#layers/northlight/generated/prisma/client.ts'
import { NorthlightError } from '#layers/northlight/shared/errors/northlight-error.ts'
import type { ChatRequest } from '#layers/northlight/shared/messages/chat-request.ts'
import type { TurnEvent } from '#layers/northlight/shared/messages/compact-chunks.ts'
import type { TurnOutcome } from '#layers/northlight/shared/messages/message-metadata.ts'
import type { StoredMessage } from '#layers/northlight/shared/messages/stored-message.ts'
import type { Principal } from '#layers/northlight/server/utils/principal.ts'
import { requireChatWithin, toChatOwner } from './chat-store.ts'
import { insertQuestion } from './insert-question.ts'
import { insertMessage, toJson } from './message-store.ts'
import type { Transaction } from './message-store.ts'
import type { Database } from './open-database.ts'
import { requireQuestion } from './require-question.ts'

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
  /** Whether nobody runs this turn any more, though its row says so: its end could not be stored. */
  isLost(turn: Turn): boolean
  /** What a lost turn had said, as the message that it leaves. */
  toInterruptedMessage(turn: Turn, events: readonly TurnEvent[], at: Date): Promise<StoredMessage>
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
 * @throws {NorthlightError} `chat-not-found`, `idempotency-conflict`, `turn-in-progress`, `message-exists`, `message-not-found`, `request-invalid`
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
  return (await requireChatWithin(transaction, principal, request.id, 'chat.write')).activeLeafId
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
async function requireIdle(transaction: Transaction, { request, toWaitingMessage, isLost, toInterruptedMessage, at }: TurnRequest): Promise<string | undefined> {
  const live = await transaction.turn.findFirst({ where: { chatId: request.id, state: { in: liveStates }, detached: false } })
  if (!live) return undefined
  if (live.state !== 'waiting' && isLost(live)) {
    const message = await toInterruptedMessage(live, await loadTurnEvents(transaction, live.id), at)
    if (!await settleWithin(transaction, live, message, 'interrupted', at)) throw new NorthlightError('turn-in-progress')
    return live.messageId
  }
  const { count } = await transaction.turn.updateMany({ where: { id: live.id, state: 'waiting', fence: live.fence, detached: false }, data: { detached: true } })
  if (count === 0) throw new NorthlightError('turn-in-progress')
  await insertAnswer(transaction, live, await toWaitingMessage(live, await loadTurnEvents(transaction, live.id)), at)
  return live.messageId
}

/** Writes a batch of a running turn's events. */
export async function insertTurnEvents(database: Database, turnId: string, events: readonly TurnEvent[]): Promise<void> {
  if (events.length === 0) return
  await database.prisma.turnEvent.createMany({ data: events.map(({ seq, chunk }) => ({ turnId, seq, chunk: toJson(chunk) })) })
}

export async function loadTurnEvents(client: Database['prisma'] | Transaction, turnId: string): Promise<TurnEvent[]> {
  const rows = await client.turnEvent.findMany({ where: { turnId }, orderBy: { seq: 'asc' } })
  return rows.map((row) => ({ seq: row.seq, chunk: row.chunk as TurnEvent['chunk'] }))
}

/**
 * Ends a turn: its message is inserted, whole, and its events are let go, in one transaction, once. False: it was
 * settled or set aside already. What `also` does is stored with it, or neither is.
 */
export async function settleTurn(database: Database, turn: Turn, message: StoredMessage, outcome: SettledOutcome, at: Date, also?: (transaction: Transaction) => Promise<void>): Promise<boolean> {
  return database.prisma.$transaction(async (transaction) => {
    await lockChatRow(transaction, turn.chatId)
    const isSettled = await settleWithin(transaction, turn, message, outcome, at)
    if (isSettled) await also?.(transaction)
    return isSettled
  })
}

type SettledOutcome = Exclude<TurnOutcome, 'waiting'>

async function settleWithin(transaction: Transaction, turn: Turn, message: StoredMessage, outcome: SettledOutcome, at: Date): Promise<boolean> {
  const { count } = await transaction.turn.updateMany({
    where: { id: turn.id, state: { in: liveStates }, fence: turn.fence, detached: false },
    data: { state: outcome, endedAt: at, lease: null },
  })
  if (count === 0) return false
  await insertAnswer(transaction, turn, message, at)
  await transaction.turnEvent.deleteMany({ where: { turnId: turn.id } })
  return true
}

function insertAnswer(transaction: Transaction, turn: Turn, message: StoredMessage, at: Date): Promise<void> {
  const { chatId, organizationId, createdBy, parentMessageId: parentId, id: turnId } = turn
  return insertMessage(transaction, { chatId, organizationId, createdBy, parentId, turnId, message }, at)
}

/** Puts a turn to wait for a person: its stream ends, its events stay. */
export async function parkTurn(database: Database, turn: Turn): Promise<void> {
  await database.prisma.turn.updateMany({ where: { id: turn.id, state: 'running', fence: turn.fence }, data: { state: 'waiting', lease: null } })
}

/** Lets a waiting turn go on, for one caller; undefined when it waits no longer or was set aside. */
export async function resumeTurn(database: Database, turn: Turn, lease: string): Promise<Turn | undefined> {
  const running = { state: 'running' as const, fence: turn.fence + 1, lease }
  const { count } = await database.prisma.turn.updateMany({ where: { id: turn.id, state: 'waiting', fence: turn.fence, detached: false }, data: running })
  return count === 0 ? undefined : { ...turn, ...running }
}

/** A turn of this organisation's. */
export function findTurn(database: Database, principal: Principal, id: string): Promise<Turn | null> {
  return database.prisma.turn.findFirst({ where: { id, organizationId: principal.organizationId } })
}

/** The turn that a chat is busy with, if any. */
export function findLiveTurn(client: Database['prisma'] | Transaction, chatId: string): Promise<Turn | null> {
  return client.turn.findFirst({ where: { chatId, state: { in: liveStates }, detached: false } })
}

/** Turns that a server left behind when it ended without settling them. */
export function listAbandonedTurns(database: Database): Promise<Turn[]> {
  return database.prisma.turn.findMany({ where: { state: { in: ['queued', 'running'] } } })
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
