import { z } from 'zod'
import { toRunRow } from '#layers/northlight/server/blocks/block-rows.ts'
import { listRuns } from '#layers/northlight/server/store/run-store.ts'
import { defineLookupTool } from './define-lookup-tool.ts'

export const listRunsTool = defineLookupTool({
  name: 'list_runs',
  description: 'Lists the newest test runs with their counts, the last uploaded first. Use it to find a run before reading it with get_run.',
  readsOutside: true,
  input: { limit: z.number().int().min(1).max(50).default(10).describe('How many runs, at most.') },
  lookUp: async ({ limit }, { database, principal }) => ({ runs: await listRuns(database, principal, limit) }),
  toResult: (records) => records,
  toBlocks: ({ runs }) => runs.length === 0 ? [] : [{ kind: 'runs', title: 'Recent runs', runs: runs.map(toRunRow) }],
})
