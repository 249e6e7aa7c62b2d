import type { Principal } from '#layers/northlight/server/utils/principal.ts'
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
