import { Prisma } from '#layers/northlight/generated/prisma/client.ts'
import type { Turn } from '#layers/northlight/generated/prisma/client.ts'
import type { Transaction } from './message-store.ts'
import type { Database } from './open-database.ts'

/** So long a server may write a turn without renewing its lease, by the database's clock. In milliseconds. */
export const leaseMs = 15_000

const expiry = Prisma.sql`clock_timestamp() + ${leaseMs} * interval '1 millisecond'`
/** Whose lease has run out, or who never had one. */
const isOver = Prisma.sql`(lease_expires_at IS NULL OR lease_expires_at < clock_timestamp())`

/** Starts the lease of a turn that this transaction has made. */
export async function startLease(transaction: Transaction, turnId: string): Promise<void> {
  await transaction.$executeRaw`UPDATE turn SET lease_expires_at = ${expiry} WHERE id = ${turnId}`
}

export interface RenewedLease {
  id: string
  fence: number
  isStopRequested: boolean
}

/** Renews the leases that a server has on these turns; gives those that it still has. */
export function renewLeases({ prisma }: Database, lease: string, turnIds: readonly string[]): Promise<RenewedLease[]> {
  return prisma.$queryRaw<RenewedLease[]>`
    UPDATE turn SET lease_expires_at = ${expiry}
    WHERE id = ANY(${[...turnIds]}) AND lease = ${lease} AND state = 'running'
    RETURNING id, fence, stop_requested_at IS NOT NULL AS "isStopRequested"`
}

/** Lets a released turn go on under a lease, for one caller; undefined when it is not released, or goes on already. */
export async function resumeTurn({ prisma }: Database, turn: Turn, lease: string): Promise<Turn | undefined> {
  const count = await prisma.$executeRaw`
    UPDATE turn SET state = 'running', fence = fence + 1, lease = ${lease}, lease_expires_at = ${expiry}, stop_requested_at = NULL
    WHERE id = ${turn.id} AND state = 'queued' AND fence = ${turn.fence} AND NOT detached`
  return count === 0 ? undefined : { ...turn, state: 'running', fence: turn.fence + 1, lease }
}

/** Which turns nobody writes any more, though their rows say so. */
export interface LostTurnRule {
  /** The server that asks. */
  serverId: string
  /** What it runs itself at the moment: never lost, however late it renews. Asked for each statement, since a turn may have begun while one waited. */
  listRunning(): readonly string[]
  /** Nobody else has the database, so that what another server wrote is lost whatever its lease says. */
  isAlone: boolean
}

/** One that is released waits for nobody's lease. Of those that run: its own that it does not run, those whose lease is over, and of others all where it is alone. By the index of live turns. */
function isLost({ serverId, listRunning, isAlone }: LostTurnRule) {
  return Prisma.sql`state = 'running' AND NOT detached AND NOT (id = ANY(${[...listRunning()]})) AND (lease = ${serverId} OR ${isAlone} OR ${isOver})`
}

/** Turns that a server left behind when it ended without settling them, with their chats. */
export function listLostTurns({ prisma }: Database, rule: LostTurnRule): Promise<{ id: string, chatId: string }[]> {
  return prisma.$queryRaw<{ id: string, chatId: string }[]>`SELECT id, chat_id AS "chatId" FROM turn WHERE ${isLost(rule)} ORDER BY started_at`
}

/**
 * Takes a lost turn over, so that whoever had it is refused from here on. It waits for a write of theirs that is under
 * way. Call it with the chat's row locked. Null: it is not lost, or is somebody else's by now.
 */
export async function takeOverTurn(transaction: Transaction, turnId: string, rule: LostTurnRule): Promise<Turn | null> {
  const count = await transaction.$executeRaw`
    UPDATE turn SET fence = fence + 1, lease = ${rule.serverId}, lease_expires_at = ${expiry} WHERE id = ${turnId} AND ${isLost(rule)}`
  return count === 0 ? null : transaction.turn.findUnique({ where: { id: turnId } })
}

/** Asks whoever writes a turn, on whatever server, to stop. False: nobody does. */
export async function requestStop({ prisma }: Database, turnId: string): Promise<boolean> {
  const count = await prisma.$executeRaw`
    UPDATE turn SET stop_requested_at = COALESCE(stop_requested_at, clock_timestamp()) WHERE id = ${turnId} AND state IN ('queued', 'running')`
  return count > 0
}

/** Which of these chats have an answer being written, on whatever server. */
export async function listRunningChats({ prisma }: Database, chatIds: readonly string[]): Promise<Set<string>> {
  const turns = await prisma.turn.findMany({ where: { chatId: { in: [...chatIds] }, state: { in: ['queued', 'running'] }, detached: false }, select: { chatId: true } })
  return new Set(turns.map((turn) => turn.chatId))
}
