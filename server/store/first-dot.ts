import { NorthlightError } from '#layers/northlight/shared/errors/northlight-error.ts'
import type { Principal } from '#layers/northlight/server/utils/principal.ts'
import type { Transaction } from './message-store.ts'
import type { Database } from './open-database.ts'

/** The dot that every organisation begins with. */
export const firstDot = { name: 'Quality', job: 'Answers questions about test runs from stored records.' }

/**
 * Who answers in a chat that names nobody: the first dot of the organisation that is not archived.
 *
 * @throws {NorthlightError} `dot-archived`: all are
 */
export async function requireFirstDot({ prisma }: Database, { organizationId }: Principal): Promise<string> {
  const dot = await prisma.dot.findFirst({ where: { organizationId, archivedAt: null }, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }], select: { id: true } })
  if (!dot) throw new NorthlightError('dot-archived')
  return dot.id
}

/**
 * A dot of the organisation that may answer.
 *
 * @throws {NorthlightError} `dot-not-found`, `dot-archived`
 */
export async function requireActiveDot(client: Database['prisma'] | Transaction, organizationId: string, id: string): Promise<void> {
  const dot = await client.dot.findFirst({ where: { id, organizationId }, select: { archivedAt: true } })
  if (!dot) throw new NorthlightError('dot-not-found')
  if (dot.archivedAt) throw new NorthlightError('dot-archived')
}
