import { z } from 'zod'
import { listDayStarts } from '#layers/northlight/server/figures/day-starts.ts'
import { countFlakyBySpec, listRunsWith } from '#layers/northlight/server/store/run-figures.ts'
import { defineLookupTool } from './define-lookup-tool.ts'

const mostSpecs = 8
const mostRuns = 5

/** `chat-ui.md`, "Chat tools that return them". */
export const flakyBySpecTool = defineLookupTool({
  name: 'flaky_by_spec',
  description: 'Which spec files are flaky, by how often a test passed only on a retry: shown as a chart. Use it for "flaky tests by spec" or "which specs are flaky". Say which is worst in a sentence; do not repeat the others.',
  isAlwaysShown: true,
  readsOutside: true,
  input: { sinceDays: z.number().int().min(1).max(90).default(7).describe('How many days back, today included.') },
  async lookUp({ sinceDays }, { database, principal, clock }) {
    const now = clock.now()
    const window = { from: listDayStarts(now, sinceDays)[0] ?? now, to: now + 1 }
    const [specs, runs] = [await countFlakyBySpec(database, principal, window), await listRunsWith(database, principal, window, 'flaky', mostRuns)]
    return { specs: specs.slice(0, mostSpecs), times: specs.reduce((sum, { times }) => sum + times, 0), left: Math.max(0, specs.length - mostSpecs), runs }
  },
  toResult: ({ specs, times, left }, { sinceDays }) => ({ sinceDays, times, specs, moreSpecs: left }),
  toBlocks({ specs, times, left, runs }, { sinceDays }) {
    const worst = specs[0]
    if (!worst) return []
    return [{
      kind: 'chart',
      title: 'Flaky tests by spec',
      chartType: 'bar',
      labels: specs.map(({ spec }) => spec),
      series: [{ name: 'Passed on a retry', values: specs.map((entry) => entry.times) }],
      finding: `**${worst.times} of ${times}** passes on a retry in the last ${sinceDays === 1 ? 'day' : `${sinceDays} days`} were in ${worst.spec}.${left > 0 ? ` ${left} more ${left === 1 ? 'spec was' : 'specs were'} flaky less often.` : ''}`,
      runs: runs.map(({ id, title }) => ({ runId: id, title })),
      runsLabel: 'Latest runs with flaky tests',
    }]
  },
})
