import { listDayStarts } from '#layers/northlight/server/figures/day-starts.ts'
import { toPercent, toPoints } from '#layers/northlight/server/figures/percent.ts'
import { listRunsWith, sumRuns } from '#layers/northlight/server/store/run-figures.ts'
import type { RunName, RunSums } from '#layers/northlight/server/store/run-figures.ts'
import { defineLookupTool } from './define-lookup-tool.ts'
import type { RawBlock } from './define-tool.ts'

const daysInWeek = 7
const mostRuns = 5

interface PassRate {
  /** The days of the week, today the last: epoch milliseconds of their beginnings, and what their runs came to. */
  days: { startsAt: number, sums: RunSums }[]
  before: RunSums
  runs: RunName[]
}

/** The week is today and the six days before it; it is compared with the seven days before that (`chat-ui.md`, "How the numbers are counted"). */
export const passRateTool = defineLookupTool({
  name: 'pass_rate',
  description: 'The pass rate of the last 7 days, by day and compared with the 7 days before: shown as numbers and a chart. Use it for "pass rate this week" or "how are the tests doing". Say the key numbers in a sentence or two; do not repeat the others.',
  isAlwaysShown: true,
  readsOutside: true,
  input: {},
  async lookUp(_input, { database, principal, clock }): Promise<PassRate> {
    const now = clock.now()
    const starts = listDayStarts(now, 2 * daysInWeek)
    const end = now + 1
    const sums = await sumRuns(database, principal, starts, end)
    const from = starts[daysInWeek] ?? end
    return {
      days: starts.slice(daysInWeek).map((startsAt, index) => ({ startsAt, sums: sums[daysInWeek + index] ?? noRuns })),
      before: addUp(sums.slice(0, daysInWeek)),
      runs: await listRunsWith(database, principal, { from, to: end }, 'failed', mostRuns),
    }
  },
  toResult: (records) => toFigures(records),
  toBlocks(records) {
    const figures = toFigures(records)
    return figures.runs === 0 ? [] : [toStats(figures), toChart(records, figures)]
  },
})

const noRuns: RunSums = { runs: 0, passed: 0, failed: 0, flaky: 0 }

function addUp(sums: readonly RunSums[]): RunSums {
  return sums.reduce((total, { runs, passed, failed, flaky }) => ({
    runs: total.runs + runs, passed: total.passed + passed, failed: total.failed + failed, flaky: total.flaky + flaky,
  }), noRuns)
}

interface Figures extends RunSums {
  /** In percent, to a tenth; missing where no test ran. */
  passRate?: number
  passRateBefore?: number
}

function toFigures({ days, before }: PassRate): Figures {
  const week = addUp(days.map(({ sums }) => sums))
  return { ...week, passRate: toRate(week), passRateBefore: toRate(before) }
}

function toRate({ passed, failed }: RunSums): number | undefined {
  return toPercent(passed, passed + failed)
}

function toStats({ passRate, passRateBefore, runs, passed, failed, flaky }: Figures): RawBlock {
  return {
    kind: 'stats',
    title: 'The last 7 days',
    tiles: [
      { label: 'Pass rate', value: passRate === undefined ? 'No tests ran' : `${passRate}%`, sub: passRateBefore === undefined ? undefined : `${passRateBefore}% the week before` },
      { label: 'Test runs', value: runs },
      { label: 'Failed', value: failed, sub: `of ${passed + failed} results`, tone: failed > 0 ? 'bad' : 'ok' },
      { label: 'Flaky', value: flaky, sub: 'passed on a retry', tone: flaky > 0 ? 'attention' : 'ok' },
    ],
  }
}

function toChart({ days, runs }: PassRate, figures: Figures): RawBlock {
  const weekday = new Intl.DateTimeFormat('en', { weekday: 'short' })
  return {
    kind: 'chart',
    title: 'Pass rate by day',
    chartType: 'line',
    labels: days.map(({ startsAt }) => weekday.format(startsAt)),
    series: [{ name: 'Pass rate', values: days.map(({ sums }) => toRate(sums) ?? null) }],
    unit: '%',
    finding: toFinding(figures),
    runs: runs.map(({ id, title }) => ({ runId: id, title })),
    ...runs.length > 0 ? { runsLabel: 'Latest runs with failures' } : {},
  }
}

function toFinding({ passRate, passRateBefore }: Figures): string {
  if (passRate === undefined) return 'No test ran to an end in the last 7 days.'
  const lead = `**${passRate}%** of tests passed in the last 7 days`
  return passRateBefore === undefined ? `${lead}; there is no week before to compare it with.` : `${lead}, ${toChange(toPoints(passRateBefore, passRate))}.`
}

function toChange(points: number): string {
  if (points === 0) return 'as many as in the week before'
  return `${points > 0 ? 'up' : 'down'} **${Math.abs(points)} points** from the week before`
}
