import type { Turn } from '#layers/northlight/generated/prisma/client.ts'
import { approvalStates, isTerminal } from '#layers/northlight/shared/approvals/approval-states.ts'
import { z } from 'zod'
import type { Transaction } from './message-store.ts'
import type { Database } from './open-database.ts'

/** A turn that may go on now; each time that it does, `fence` is higher. */
export interface ReleasedTurn {
  id: string
  fence: number
}

/** What holds a turn up. */
const openStates = approvalStates.filter((state) => !isTerminal(state))

const releasedSchema = z.array(z.object({ id: z.string(), fence: z.number() }))

/**
 * Lets a turn go on that waits for nothing any more, once: whoever makes its last ask terminal calls this in the same
 * transaction, with the turn's row locked. Undefined: it still waits, was set aside, or does not wait at all.
 */
export async function releaseTurn(transaction: Transaction, turnId: string): Promise<ReleasedTurn | undefined> {
  const rows = await transaction.$queryRaw<unknown>`
    UPDATE turn SET state = 'queued', lease = NULL, lease_expires_at = NULL
    WHERE id = ${turnId} AND state = 'waiting' AND NOT detached
      AND NOT EXISTS (SELECT FROM approval WHERE approval.turn_id = turn.id AND approval.state::text = ANY(${openStates}))
    RETURNING id, fence`
  return releasedSchema.parse(rows)[0]
}

/**
 * Holds a turn's row to the end of the transaction, and gives its state; undefined: it is gone. Its chat's row is held
 * before, as by whoever settles or sends: all wait for each other in one order. What is asked and decided in a chat
 * goes side by side.
 */
export async function lockTurn(transaction: Transaction, turnId: string): Promise<string | undefined> {
  await transaction.$queryRaw`SELECT chat.id FROM chat JOIN turn ON turn.chat_id = chat.id WHERE turn.id = ${turnId} FOR KEY SHARE OF chat`
  const [row] = await transaction.$queryRaw<{ state: string }[]>`SELECT state::text FROM turn WHERE id = ${turnId} FOR NO KEY UPDATE`
  return row?.state
}

/**
 * Puts a turn to wait for a person, as the one who has the claim: its stream ends, its events stay. Where all that it
 * asked was decided meanwhile, it is released at once. Undefined: somebody else has it.
 */
export async function parkTurn(transaction: Transaction, turn: Pick<Turn, 'id' | 'fence'>): Promise<{ released: ReleasedTurn | undefined } | undefined> {
  await lockTurn(transaction, turn.id)
  const data = { state: 'waiting' as const, lease: null, leaseExpiresAt: null }
  const { count } = await transaction.turn.updateMany({ where: { id: turn.id, state: 'running', fence: turn.fence }, data })
  return count === 0 ? undefined : { released: await releaseTurn(transaction, turn.id) }
}

/** Turns that may go on and have not yet: their job waits, or is gone. */
export async function listQueuedTurns({ prisma }: Database): Promise<ReleasedTurn[]> {
  return prisma.turn.findMany({ where: { state: 'queued', detached: false }, select: { id: true, fence: true }, take: 500 })
}
