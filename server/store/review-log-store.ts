import { z } from 'zod'
import type { Prisma } from '#layers/northlight/generated/prisma/client.ts'
import type { ApprovalState } from '#layers/northlight/shared/approvals/approval-states.ts'
import { logFactsSchema } from '#layers/northlight/shared/approvals/review-log-answers.ts'
import type { LogFacts, ReviewLogEntry } from '#layers/northlight/shared/approvals/review-log-answers.ts'
import { reviewLogEventWords } from '#layers/northlight/shared/approvals/review-log-events.ts'
import type { ReviewLogEvent } from '#layers/northlight/shared/approvals/review-log-events.ts'
import { parseSearchWords } from '#layers/northlight/shared/search/parse-search-words.ts'
import type { Principal } from '#layers/northlight/server/utils/principal.ts'
import { toColumnText, toJson } from './message-store.ts'
import type { Transaction } from './message-store.ts'
import type { Database } from './open-database.ts'
import { toLikeText } from './to-like-text.ts'

/** Something that happened at the gate. No bodies: the facts are what the log's renderer gives. */
export interface NewReviewLogEntry {
  organizationId: string
  at: Date
  event: ReviewLogEvent
  approvalId?: string
  version?: number
  state?: ApprovalState
  /** Undefined: the product itself. */
  actor?: { id: string, name: string }
  facts: LogFacts
}

/** Adds to the log, in the transaction of what it tells of: one is never stored without the other. */
export async function appendReviewLog(transaction: Transaction, { actor, facts, ...entry }: NewReviewLogEntry): Promise<void> {
  const told = Object.fromEntries(Object.entries(facts).map(([name, fact]) => [toColumnText(name), typeof fact === 'string' ? toColumnText(fact) : fact]))
  const actorName = actor && toColumnText(actor.name)
  await transaction.reviewLogEntry.create({
    data: { ...entry, actorId: actor?.id, actorName, facts: toJson(told), searchText: toSearchText({ ...entry, actorName, facts: told }) },
  })
}

function toSearchText({ event, approvalId, state, actorName, facts }: Pick<NewReviewLogEntry, 'event' | 'approvalId' | 'state' | 'facts'> & { actorName?: string }): string {
  return [event, reviewLogEventWords[event], approvalId, state, actorName, ...Object.values(facts)].filter((word) => word !== undefined && word !== null).join('\n').toLowerCase()
}

export interface ReviewLogPage {
  /** Only entries in which each of these words stands. */
  search?: string
  event?: ReviewLogEvent
  /** Only what comes after this entry of the same list. */
  before?: string
  limit: number
}

/** What happened at the organisation's gate, the newest first. */
export async function listReviewLog({ prisma }: Database, { organizationId }: Principal, { search = '', event, before, limit }: ReviewLogPage): Promise<{ entries: ReviewLogEntry[], hasMore: boolean }> {
  const words: Prisma.ReviewLogEntryWhereInput[] = parseSearchWords(search).map((word) => ({ searchText: { contains: toLikeText(word.toLowerCase()) } }))
  const rows = await prisma.reviewLogEntry.findMany({
    where: { organizationId, ...(event && { event }), ...(before !== undefined && { id: { lt: BigInt(before) } }), AND: words },
    orderBy: { id: 'desc' },
    take: limit + 1,
  })
  return { entries: rows.slice(0, limit).map(toEntry), hasMore: rows.length > limit }
}

/** For a file of all of it: page by page, so that a long log is never held whole as rows. */
export async function* readReviewLog(database: Database, principal: Principal, filter: Pick<ReviewLogPage, 'search' | 'event'>): AsyncGenerator<ReviewLogEntry[], void, undefined> {
  let before: string | undefined
  do {
    const { entries, hasMore } = await listReviewLog(database, principal, { ...filter, before, limit: entriesRead })
    yield entries
    before = hasMore ? entries.at(-1)?.id : undefined
  } while (before !== undefined)
}

const entriesRead = 500

/** The names of all facts that an organisation's log has, in their order. */
export async function listFactNames({ prisma }: Database, { organizationId }: Principal): Promise<string[]> {
  const rows = await prisma.$queryRaw<{ name: string }[]>`SELECT DISTINCT json_object_keys(facts) AS name FROM review_log WHERE organization_id = ${organizationId}`
  return rows.map(({ name }) => name).toSorted()
}

interface ReviewLogRow {
  id: bigint
  at: Date
  event: string
  approvalId: string | null
  version: number | null
  state: string | null
  actorId: string | null
  actorName: string | null
  facts: unknown
}

function toEntry({ id, at, actorId, actorName, facts, event, approvalId, version, state }: ReviewLogRow): ReviewLogEntry {
  const actor = actorId === null ? null : { id: actorId, name: actorName ?? '' }
  return { id: id.toString(), at: at.getTime(), event, approvalId, version, state, actor, facts: logFactsSchema.parse(facts) }
}

/** As ids of entries are written. */
export const reviewLogIdSchema = z.string().regex(/^[1-9]\d{0,17}$/, 'is no entry of the log')
