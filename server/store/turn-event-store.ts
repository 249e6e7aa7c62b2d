import type { TurnEvent } from '#layers/northlight/shared/messages/compact-chunks.ts'
import type { Transaction } from './message-store.ts'
import type { Database } from './open-database.ts'

type Client = Database['prisma'] | Transaction

/** The right to write a turn: it ends when somebody else takes the turn over, which raises its fence, or settles it. */
export interface TurnClaim {
  id: string
  fence: number
}

/**
 * Writes a batch of a running turn's events, as the one who has the claim. False: somebody else has the turn, and
 * nothing was written. Whoever takes it over waits for a write that is under way, and finds it. Events that are there
 * already are left as they are, so that a batch whose fate is not known can be written again.
 */
export async function insertTurnEvents({ prisma }: Database, claim: TurnClaim, events: readonly TurnEvent[]): Promise<boolean> {
  const rows = await prisma.$queryRaw<{ id: string }[]>`
    WITH held AS (SELECT id FROM turn WHERE id = ${claim.id} AND fence = ${claim.fence} AND state = 'running' FOR SHARE),
    written AS (
      INSERT INTO turn_event (turn_id, seq, chunk)
      SELECT held.id, batch.seq, batch.chunk::json
      FROM held, unnest(${toNumbers(events)}::int[], ${toTexts(events)}::text[]) AS batch(seq, chunk)
      ON CONFLICT DO NOTHING
    )
    SELECT id FROM held`
  return rows.length > 0
}

/** The same inside a transaction that holds the turn's row. */
export async function insertTurnEventsWithin(transaction: Transaction, turnId: string, events: readonly TurnEvent[]): Promise<void> {
  if (events.length === 0) return
  await transaction.$executeRaw`
    INSERT INTO turn_event (turn_id, seq, chunk)
    SELECT ${turnId}, batch.seq, batch.chunk::json FROM unnest(${toNumbers(events)}::int[], ${toTexts(events)}::text[]) AS batch(seq, chunk)
    ON CONFLICT DO NOTHING`
}

/** A turn's events after number `after`, in order. */
export async function loadTurnEvents(client: Client, turnId: string, after = 0): Promise<TurnEvent[]> {
  const rows = await client.turnEvent.findMany({ where: { turnId, seq: { gt: after } }, orderBy: { seq: 'asc' } })
  return rows.map((row) => ({ seq: row.seq, chunk: row.chunk as TurnEvent['chunk'] }))
}

/** Removes the events of turns that ended before this, and of those that were set aside, which never go on: their messages hold it all. */
export async function deleteEndedEvents({ prisma }: Database, before: Date): Promise<number> {
  return prisma.$executeRaw`DELETE FROM turn_event USING turn WHERE turn.id = turn_event.turn_id AND (turn.ended_at < ${before} OR turn.detached)`
}

const toNumbers = (events: readonly TurnEvent[]) => events.map((event) => event.seq)
const toTexts = (events: readonly TurnEvent[]) => events.map((event) => JSON.stringify(event.chunk))
