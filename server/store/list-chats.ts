import { Prisma } from '#layers/northlight/generated/prisma/client.ts'
import { NorthlightError } from '#layers/northlight/shared/errors/northlight-error.ts'
import { parseSearchWords } from '#layers/northlight/shared/search/parse-search-words.ts'
import { toSnippet } from '#layers/northlight/shared/search/to-snippet.ts'
import type { Principal } from '#layers/northlight/server/utils/principal.ts'
import { toChatOwner, toChatSummaries } from './chat-store.ts'
import type { ChatSummary } from './chat-store.ts'
import type { Database } from './open-database.ts'
import { toLikeText } from './to-like-text.ts'

export interface ChatPage {
  /** Only chats in which each of these words was said, or stands in the title. */
  search?: string
  /** Only what comes after this chat of the same list. */
  before?: string
  /** At most this many. */
  limit: number
  /** What others in the organisation let this person read, in place of their own. */
  shared?: boolean
}

export interface ListedChat extends ChatSummary {
  /** A line of what was said, around the words that were looked for; none, where only the title has them. */
  match?: string
}

/**
 * This person's chats, or those that others share with them, the last one spoken in first; the search looks at titles and at all that was said, on every
 * branch, whatever the case.
 *
 * @throws {NorthlightError} `chat-not-found`: `before` names none of that list
 */
export async function listChats(database: Database, principal: Principal, { search = '', before, limit, shared = false }: ChatPage): Promise<ListedChat[]> {
  const words = parseSearchWords(search)
  const scope = shared ? sharedChats(principal) : toChatOwner(principal)
  const rows = await database.prisma.chat.findMany({
    where: { ...scope, deletedAt: null, AND: [...words.map(toWordFilter), ...(before === undefined ? [] : [await toPlaceFilter(database, scope, before)])] },
    orderBy: [{ updatedAt: 'desc' }, { id: 'asc' }],
    take: limit,
    select: { id: true, title: true, updatedAt: true, ownerId: true, sharedAt: true },
  })
  const matches = await loadMatches(database, rows.map((row) => row.id), words)
  const summaries = await toChatSummaries(database, principal, rows)
  return summaries.map((summary) => ({ ...summary, ...toMatch(matches.get(summary.id), words) }))
}

/** What others in the organisation share. */
function sharedChats({ organizationId, userId }: Principal): Prisma.ChatWhereInput {
  return { organizationId, ownerId: { not: userId }, sharedAt: { not: null } }
}

/** The chat that a page ends with may have been deleted meanwhile: its place still stands. */
async function toPlaceFilter(database: Database, scope: Prisma.ChatWhereInput, before: string): Promise<Prisma.ChatWhereInput> {
  const place = await database.prisma.chat.findFirst({ where: { id: before, ...scope }, select: { id: true, updatedAt: true } })
  if (!place) throw new NorthlightError('chat-not-found')
  return { OR: [{ updatedAt: { lt: place.updatedAt } }, { updatedAt: place.updatedAt, id: { gt: place.id } }] }
}

function toWordFilter(word: string): Prisma.ChatWhereInput {
  return {
    OR: toVariants(word).flatMap((variant) => {
      const contains = { contains: toLikeText(variant), mode: 'insensitive' as const }
      return [{ title: contains }, { messages: { some: { searchText: contains } } }]
    }),
  }
}

/** The database itself may fold the case of ASCII letters only, as its locale has it. */
function toVariants(word: string): string[] {
  const lower = word.toLowerCase()
  const [first = '', ...rest] = lower
  return /^\p{ASCII}*$/u.test(word) ? [word] : [...new Set([word, lower, word.toUpperCase(), first.toUpperCase() + rest.join('')])]
}

/** Where the words stand is found by the database, so that only a stretch of a long message is read. In characters. */
const stretchBefore = 120
const stretchLength = 480

/** By chat, a stretch of the message that has most of the words, the newest of those. */
async function loadMatches({ prisma }: Database, chatIds: readonly string[], words: readonly string[]): Promise<Map<string, string>> {
  if (words.length === 0 || chatIds.length === 0) return new Map()
  const has = (variants: string[]) => Prisma.sql`(${Prisma.join(variants.map((variant) => Prisma.sql`search_text ILIKE ${`%${toLikeText(variant)}%`}`), ' OR ')})`
  const counts = words.map((word) => Prisma.sql`(CASE WHEN ${has(toVariants(word))} THEN 1 ELSE 0 END)`)
  const places = words.flatMap(toVariants).map((variant) => Prisma.sql`NULLIF(strpos(lower(search_text), lower(${variant}::text)), 0)`)
  const rows = await prisma.$queryRaw<{ chat_id: string, stretch: string }[]>`
    SELECT DISTINCT ON (chat_id) chat_id, substring(search_text FROM GREATEST(COALESCE(LEAST(${Prisma.join(places)}), 1) - ${stretchBefore}::int, 1) FOR ${stretchLength}::int) AS stretch
    FROM message
    WHERE chat_id IN (${Prisma.join([...chatIds])}) AND ${has(words.flatMap(toVariants))}
    ORDER BY chat_id, ${Prisma.join(counts, ' + ')} DESC, seq DESC`
  return new Map(rows.map((row) => [row.chat_id, row.stretch]))
}

function toMatch(stretch: string | undefined, words: readonly string[]) {
  return stretch === undefined ? {} : { match: toSnippet(stretch, words) }
}
