import { toMarker, toTranscript } from '#layers/northlight/tests/fixtures/bench/workload.ts'
import type { BenchBrowser } from './measure/bench-browser.ts'
import { measureCounts } from './measure/measure-counts.ts'
import { measureFirstLoad } from './measure/measure-first-load.ts'
import { measureGrowth } from './measure/measure-growth.ts'
import { measureOpening } from './measure/measure-opening.ts'
import { measureWork, streamedChat, type Figures, type measurements } from './measure/measure-work.ts'
import { serveWithoutScript } from './measure/serve-without-script.ts'
import { runPairs } from './run-pairs.ts'
import { toReportRows, type ReportRow } from './report/lines.ts'

/** What every work has at hand. */
export interface Bench {
  browser: BenchBrowser
  /** Of our server. */
  origin: string
  floor: string
  others: ReadonlyMap<string, string>
  pairs: number
  importChat(messages: unknown[]): Promise<string>
}

/** Each gives its lines of the report; `name` is its kind and size. */
export const works = {
  w1: beside('w1'),
  counts: async ({ browser, origin }, size, name) => toReportRows(name, 'counts', await measureCounts(browser, toBenchPage(origin), size)),
  w2f: beside('w2f'),
  w2p: beside('w2p'),
  growth: reportGrowth,
  w3: beside('w3'),
  w4: reportFirstLoad,
  open: reportOpening,
} as const satisfies Record<string, (bench: Bench, size: number, name: string) => Promise<ReportRow[]>>

export type WorkKind = keyof typeof works

const toBenchPage = (origin: string) => `${origin}/bench`
const longChat = 1_000
const settledText = { short: 4_000, long: 16_000 }
const firstLoadChat = 20

/** Our page and the floor, and whatever else is measured with them. */
function beside(kind: keyof typeof measurements) {
  return async ({ browser, origin, floor, others, pairs }: Bench, size: number, name: string): Promise<ReportRow[]> => {
    const pages = new Map([['floor', floor], ['ours', toBenchPage(origin)], ...others])
    const medians = await runPairs(pairs, [...pages].map(([page, url]) => ({ name: page, run: () => measureWork(browser, url, kind, size) })))
    return [...medians].filter(([page]) => page !== 'floor').flatMap(([page, figures]) => toReportRows(page === 'ours' ? name : `${name} ${page}`, kind, figures, medians.get('floor')))
  }
}

async function reportGrowth({ browser, origin, pairs }: Bench): Promise<ReportRow[]> {
  const comparisons = [
    { name: 'growth 16 kB : 4 kB', less: { messages: streamedChat, characters: settledText.short }, more: { messages: streamedChat, characters: settledText.long } },
    { name: 'growth 1,000 : 100', less: { messages: streamedChat, characters: settledText.short }, more: { messages: longChat, characters: settledText.short } },
  ]
  const rows: ReportRow[] = []
  for (const { name, less, more } of comparisons) {
    const measure = (start: typeof less) => async (): Promise<Figures> => ({ ...await measureGrowth(browser, toBenchPage(origin), start) })
    const medians = await runPairs(pairs, [{ name: 'less', run: measure(less) }, { name: 'more', run: measure(more) }])
    rows.push(...toReportRows(name, 'growth', medians.get('more') ?? {}, medians.get('less')))
  }
  return rows
}

async function reportFirstLoad({ browser, origin, importChat }: Bench, _size: number, name: string): Promise<ReportRow[]> {
  const chatId = await importChat(toTranscript(firstLoadChat))
  return toReportRows(name, 'w4', await measureFirstLoad(browser, `${origin}/embed?chat=${chatId}`, toMarker(firstLoadChat - 1)))
}

/** Beside it stands the same page without its scripts. */
async function reportOpening({ browser, origin, pairs, importChat }: Bench, size: number, name: string): Promise<ReportRow[]> {
  const path = `/chat/${await importChat(toTranscript(size))}`
  const words = toMarker(size - 1)
  // Once unmeasured, as a server that has run for a while meets it.
  await measureOpening(browser, origin + path, words, true)
  const plain = await serveWithoutScript(origin, path)
  try {
    const medians = await runPairs(pairs, [
      { name: 'plain', run: () => measureOpening(browser, plain.url + path, words, false) },
      { name: 'ours', run: () => measureOpening(browser, origin + path, words, true) },
    ])
    return toReportRows(name, 'open', medians.get('ours') ?? {}, medians.get('plain'))
  }
  finally {
    plain.stop()
  }
}
