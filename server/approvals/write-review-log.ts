import { csvByteOrderMark, toCsvLine } from '#layers/northlight/shared/exports/to-csv-line.ts'
import type { ReviewLogEntry } from '#layers/northlight/shared/approvals/review-log-answers.ts'
import { listFactNames, readReviewLog } from '#layers/northlight/server/store/review-log-store.ts'
import type { ReviewLogPage } from '#layers/northlight/server/store/review-log-store.ts'
import type { Database } from '#layers/northlight/server/store/open-database.ts'
import type { Principal } from '#layers/northlight/server/utils/principal.ts'

/** Pieces of a file of the review log, each as it is read. */
export async function* writeReviewLog(database: Database, principal: Principal, filter: Pick<ReviewLogPage, 'search' | 'event'>, format: 'csv' | 'json'): AsyncGenerator<string, void, undefined> {
  if (format === 'json') yield* writeJson(readReviewLog(database, principal, filter))
  else {
    const factNames = await listFactNames(database, principal)
    yield csvByteOrderMark + toCsvLine([...columns.map(([name]) => name), ...factNames])
    for await (const entries of readReviewLog(database, principal, filter)) {
      yield entries.map((entry) => toCsvLine([...columns.map(([, read]) => read(entry)), ...factNames.map((name) => entry.facts[name] ?? null)])).join('')
    }
  }
}

const columns: [name: string, read: (entry: ReviewLogEntry) => string | number | null][] = [
  ['entry', ({ id }) => id],
  ['at', ({ at }) => new Date(at).toISOString()],
  ['event', ({ event }) => event],
  ['approval', ({ approvalId }) => approvalId],
  ['version', ({ version }) => version],
  ['state', ({ state }) => state],
  ['person id', ({ actor }) => actor?.id ?? null],
  ['person', ({ actor }) => actor?.name ?? null],
]

async function* writeJson(pages: AsyncIterable<ReviewLogEntry[]>): AsyncGenerator<string, void, undefined> {
  let separator = ''
  yield '{"entries":['
  for await (const entries of pages) {
    yield entries.map((entry) => {
      const piece = `${separator}\n${JSON.stringify(entry)}`
      separator = ','
      return piece
    }).join('')
  }
  yield '\n]}\n'
}
