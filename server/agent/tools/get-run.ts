import { z } from 'zod'
import { listResults, requireRun } from '#layers/northlight/server/store/run-store.ts'
import { defineTool } from './define-tool.ts'

/** As many tests as an answer can name; the counts cover the rest. */
const mostResults = 50

export const getRunTool = defineTool({
  name: 'get_run',
  description: 'Reads one test run: its counts, and its tests that failed, were flaky or skipped, or took longest. Needs a run\'s id from list_runs.',
  manner: 'internal',
  readsOutside: true,
  input: z.object({
    runId: z.string().describe('The id of a run, from list_runs.'),
    show: z.enum(['failed', 'flaky', 'skipped', 'slowest']).default('failed').describe('Which tests to name.'),
  }),
  run: async ({ runId, show }, { database, principal }) => {
    const run = await requireRun(database, principal, runId)
    return { run, show, tests: await listResults(database, run.id, show, mostResults) }
  },
})
