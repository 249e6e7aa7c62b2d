import type { Database } from '#layers/northlight/server/store/open-database.ts'

/** Every row of every table, as text: equal only when nothing changed. */
export async function dumpRows({ prisma }: Database): Promise<string> {
  const tables = [
    prisma.user.findMany(), prisma.organization.findMany(), prisma.member.findMany(), prisma.session.findMany(), prisma.userChatPreference.findMany(), prisma.dot.findMany(),
    prisma.chat.findMany({ orderBy: { id: 'asc' } }), prisma.message.findMany({ orderBy: [{ chatId: 'asc' }, { seq: 'asc' }] }),
    prisma.turn.findMany({ orderBy: { id: 'asc' } }), prisma.turnEvent.findMany({ orderBy: [{ turnId: 'asc' }, { seq: 'asc' }] }), prisma.modelCall.findMany({ orderBy: { id: 'asc' } }),
    prisma.testRun.findMany({ orderBy: { sequence: 'asc' } }), prisma.testResult.findMany({ orderBy: [{ runId: 'asc' }, { position: 'asc' }] }), prisma.memoryNote.findMany({ orderBy: { id: 'asc' } }),
    prisma.approval.findMany({ orderBy: { id: 'asc' } }), prisma.approvalVersion.findMany({ orderBy: [{ approvalId: 'asc' }, { version: 'asc' }] }),
    prisma.gateRule.findMany(), prisma.organizationGate.findMany(), prisma.reviewLogEntry.findMany({ orderBy: { id: 'asc' } }), prisma.connection.findMany(), prisma.timeEntry.findMany(),
    prisma.storedFile.findMany({ orderBy: { id: 'asc' }, omit: { content: true } }),
  ]
  return JSON.stringify(await Promise.all(tables), (_key, value: unknown) => typeof value === 'bigint' ? String(value) : value, 1)
}
