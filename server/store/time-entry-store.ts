import type { TimeEntry } from '#layers/northlight/shared/time-entries/time-entry-answers.ts'
import type { Principal } from '#layers/northlight/server/utils/principal.ts'
import { toColumnText } from './message-store.ts'
import type { Database } from './open-database.ts'

export interface NewTimeEntry {
  id: string
  organizationId: string
  createdBy: string
  /** What it came of: there is at most one entry of an approval. */
  approvalId: string
  day: string
  minutes: number
  subject: string
  text: string
  createdAt: Date
}

/** Enters it; of two at the same moment for one approval, one. Gives the id of the one that is there. */
export async function insertTimeEntry({ prisma }: Database, entry: NewTimeEntry): Promise<string> {
  await prisma.timeEntry.createMany({ data: [{ ...entry, subject: toColumnText(entry.subject), text: toColumnText(entry.text) }], skipDuplicates: true })
  return (await prisma.timeEntry.findUniqueOrThrow({ where: { approvalId: entry.approvalId }, select: { id: true } })).id
}

/** The entry that came of an approval; undefined: none did. */
export async function findTimeEntry({ prisma }: Database, organizationId: string, approvalId: string): Promise<Pick<NewTimeEntry, 'id' | 'day' | 'minutes' | 'subject' | 'text'> | undefined> {
  const select = { id: true, day: true, minutes: true, subject: true, text: true }
  return await prisma.timeEntry.findFirst({ where: { organizationId, approvalId }, select }) ?? undefined
}

/** Days as `YYYY-MM-DD`, both included. */
export interface TimeSpan {
  from?: string
  to?: string
}

/** A person's own entries, and everybody's for owners and admins; the newest day first, so many of them as `most` says. */
export async function listTimeEntries({ prisma }: Database, { organizationId, userId, role }: Principal, { from, to }: TimeSpan, most: number): Promise<TimeEntry[]> {
  const rows = await prisma.timeEntry.findMany({
    where: { organizationId, ...role === 'member' ? { createdBy: userId } : {}, day: { ...from === undefined ? {} : { gte: from }, ...to === undefined ? {} : { lte: to } } },
    orderBy: [{ day: 'desc' }, { createdAt: 'desc' }, { id: 'asc' }],
    take: most,
  })
  const people = await prisma.user.findMany({ where: { id: { in: [...new Set(rows.map(({ createdBy }) => createdBy))] } }, select: { id: true, name: true } })
  const names = new Map(people.map(({ id, name }) => [id, name]))
  return rows.map(({ id, day, minutes, subject, text, approvalId, createdBy, createdAt }) => ({
    id, day, minutes, subject, text, approvalId, person: { id: createdBy, name: names.get(createdBy) ?? '' }, createdAt: createdAt.getTime(),
  }))
}
