import { NorthlightError } from '#layers/northlight/shared/errors/northlight-error.ts'
import type { Principal } from '#layers/northlight/server/utils/principal.ts'
import type { Database } from './open-database.ts'

/** The dot that every organisation begins with. */
export const firstDot = { name: 'Quality', job: 'Answers questions about test runs from stored records.' }

/**
 * Who answers in a chat that names nobody: the first dot of the organisation.
 *
 * @throws {NorthlightError} `dot-not-found`
 */
export async function requireFirstDot({ prisma }: Database, { organizationId }: Principal): Promise<string> {
  const dot = await prisma.dot.findFirst({ where: { organizationId }, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }], select: { id: true } })
  if (!dot) throw new NorthlightError('dot-not-found')
  return dot.id
}
