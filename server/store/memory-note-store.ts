import type { Principal } from '#layers/northlight/server/utils/principal.ts'
import { loadNames } from './approval-lists.ts'
import type { Database } from './open-database.ts'

export interface NewMemoryNote {
  id: string
  chatId: string
  text: string
  createdAt: Date
}

export async function insertMemoryNote(database: Database, principal: Principal, note: NewMemoryNote): Promise<void> {
  await database.prisma.memoryNote.create({
    data: { ...note, organizationId: principal.organizationId, createdBy: principal.userId },
  })
}

export interface MemoryNoteRow {
  id: string
  text: string
  /** Who had it kept; empty: somebody who is gone. */
  addedBy: string
  createdAt: Date
}

/** What an organisation's people had kept, the newest first, and how many notes that are in all. */
export async function listMemoryNotes(database: Database, { organizationId }: Principal, limit: number): Promise<{ notes: MemoryNoteRow[], total: number }> {
  const where = { organizationId }
  const rows = await database.prisma.memoryNote.findMany({ where, orderBy: [{ createdAt: 'desc' }, { id: 'desc' }], take: limit })
  return { notes: await withNames(database, rows), total: await database.prisma.memoryNote.count({ where }) }
}

/** Those of these notes that are there still. */
export async function findMemoryNotes(database: Database, { organizationId }: Principal, ids: readonly string[]): Promise<MemoryNoteRow[]> {
  return withNames(database, await database.prisma.memoryNote.findMany({ where: { organizationId, id: { in: [...ids] } } }))
}

async function withNames(database: Database, rows: readonly { id: string, text: string, createdBy: string, createdAt: Date }[]): Promise<MemoryNoteRow[]> {
  const names = await loadNames(database, rows.map(({ createdBy }) => createdBy))
  return rows.map(({ id, text, createdBy, createdAt }) => ({ id, text, createdAt, addedBy: names.get(createdBy) ?? '' }))
}
