import { z } from 'zod'
import { listRuns } from '#layers/northlight/server/store/run-store.ts'
import { defineTool } from './define-tool.ts'

export const listRunsTool = defineTool({
  name: 'list_runs',
  description: 'Lists the newest test runs with their counts, the last uploaded first. Use it to find a run before reading it with get_run.',
  manner: 'internal',
  readsOutside: true,
  input: z.object({ limit: z.number().int().min(1).max(50).default(10).describe('How many runs, at most.') }),
  run: async ({ limit }, { database, principal }) => ({ runs: await listRuns(database, principal, limit) }),
})
