import { z } from 'zod'

/** What the demo model reads of the tools' results. */
const runSchema = z.object({
  id: z.string(), title: z.string(), tests: z.number(), passed: z.number(), failed: z.number(), skipped: z.number(), flaky: z.number(), isDemo: z.boolean(),
})

export type DemoRun = z.infer<typeof runSchema>

const testSchema = z.object({
  suite: z.string(), name: z.string(), attempts: z.number(), durationMs: z.number().nullable(), message: z.string().nullable(),
})

export const runsResultSchema = z.object({ runs: z.array(runSchema) })

export const runResultSchema = z.object({ run: runSchema, show: z.enum(['failed', 'flaky', 'skipped', 'slowest']), tests: z.array(testSchema) })

export type DemoRunResult = z.infer<typeof runResultSchema>

export type DemoTest = z.infer<typeof testSchema>

export type RunView = DemoRunResult['show']

/** The words of an answer about one run, by what was asked of it. */
const views: Record<RunView, { lead(run: DemoRun): string, none(run: DemoRun): string, line(test: DemoTest): string }> = {
  failed: {
    lead: (run) => `**${toCount(run.failed, 'test')} failed** in ${toRunName(run)}, of ${run.tests}: ${run.passed} passed, ${run.skipped} skipped.`,
    none: (run) => `**Nothing failed** in ${toRunName(run)}: ${run.passed} of ${toCount(run.tests, 'test')} passed, ${run.skipped} skipped.`,
    line: (test) => `- ${toTestPath(test)}${test.message ? `: ${toCode(test.message)}` : ''}`,
  },
  flaky: {
    lead: (run) => `**${toCount(run.flaky, 'test')} ${run.flaky === 1 ? 'was' : 'were'} flaky** in ${toRunName(run)}: passed, but not at the first attempt.`,
    none: (run) => `**No test was flaky** in ${toRunName(run)}: ${run.passed} passed, and at the first attempt.`,
    line: (test) => `- ${toTestPath(test)}, passed at attempt ${test.attempts}`,
  },
  skipped: {
    lead: (run) => `**${toCount(run.skipped, 'test')} ${run.skipped === 1 ? 'was' : 'were'} skipped** in ${toRunName(run)}, of ${run.tests}.`,
    none: (run) => `**Nothing was skipped** in ${toRunName(run)}: all ${toCount(run.tests, 'test')} ran.`,
    line: (test) => `- ${toTestPath(test)}${test.message ? `: ${toCode(test.message)}` : ''}`,
  },
  slowest: {
    lead: (run) => `The **slowest tests** of ${toRunName(run)}:`,
    none: (run) => `The report of ${toRunName(run)} holds no times.`,
    line: (test) => `- ${toTestPath(test)}: ${seconds(test.durationMs)}`,
  },
}

/** The look-up names fifty; an answer that lists more than these is not read. */
const mostNamed = 20
const mostSlow = 5

export function toRunAnswer({ run, show, tests }: DemoRunResult): string {
  const view = views[show]
  if (tests.length === 0) return view.none(run)
  const named = tests.slice(0, show === 'slowest' ? mostSlow : mostNamed)
  const total = show === 'slowest' ? named.length : run[show]
  const rest = total > named.length ? [`- and ${total - named.length} more`] : []
  return [view.lead(run), '', ...named.map((test) => view.line(test)), ...rest].join('\n')
}

export function toComparison(runs: DemoRun[]): string {
  const rows = runs.map((run) => `| ${cell(run.title)} | ${run.tests} | ${run.passed} | ${run.failed} | ${run.skipped} | ${run.flaky} |`)
  return [
    `The last ${toCount(runs.length, 'run')}, the newest first:`,
    '',
    '| Run | Tests | Passed | Failed | Skipped | Flaky |',
    '| --- | ---: | ---: | ---: | ---: | ---: |',
    ...rows,
    '',
    compareEnds(runs),
  ].join('\n')
}

function compareEnds(runs: DemoRun[]): string {
  const newest = runs[0]
  const before = runs[1]
  if (!newest || !before) return 'There is only this one, so there is nothing to compare it with.'
  const change = newest.failed - before.failed
  if (change === 0) return `As many failed as in the run before: ${newest.failed}.`
  return change > 0 ? `${toCount(change, 'test')} more failed than in the run before.` : `${toCount(-change, 'test')} fewer failed than in the run before.`
}

export function toRunName(run: DemoRun): string {
  return `${toCode(run.title)}${run.isDemo ? ' (demo data)' : ''}`
}

function toTestPath(test: DemoTest): string {
  return test.suite ? `${toCode(test.suite)} › ${toCode(test.name)}` : toCode(test.name)
}

/** Names and messages come from a report: shown as code, they can't be read as Markdown. */
function toCode(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  const longest = Math.max(0, ...(line.match(/`+/g) ?? []).map((run) => run.length))
  const fence = '`'.repeat(longest + 1)
  return longest > 0 ? `${fence} ${line} ${fence}` : `${fence}${line}${fence}`
}

function cell(text: string): string {
  return toCode(text).replaceAll('|', '\\|')
}

export function toCount(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}

function seconds(durationMs: number | null): string {
  return durationMs === null ? 'no time given' : `${(durationMs / 1000).toFixed(2)} s`
}
