import { z } from 'zod/mini'
import { testStatuses } from '#layers/northlight/shared/reports/test-statuses.ts'
import { runKindSchema, runOutcomeSchema, runStatusSchema } from './run-facts.ts'

/** `GET /api/runs/:id`. Times are epoch milliseconds. */
export const runAnswerSchema = z.object({
  id: z.string(),
  title: z.string(),
  kind: runKindSchema,
  status: runStatusSchema,
  outcome: z.nullable(runOutcomeSchema),
  tests: z.number(),
  passed: z.number(),
  failed: z.number(),
  skipped: z.number(),
  flaky: z.number(),
  durationMs: z.nullable(z.number()),
  startedAt: z.nullable(z.number()),
  uploadedAt: z.number(),
  trigger: z.nullable(z.string()),
  branch: z.nullable(z.string()),
  commit: z.nullable(z.string()),
  repository: z.nullable(z.string()),
  pullNumber: z.nullable(z.number()),
  isDemo: z.boolean(),
})

export type RunAnswer = z.infer<typeof runAnswerSchema>

/** Which results of a run are looked at. */
export const resultViews = ['failed', 'flaky', 'skipped', 'all'] as const

export type ResultView = (typeof resultViews)[number]

/** `GET /api/runs/:id/results?show=&after=&limit=`: in the report's order. */
export const runResultsSchema = z.object({
  results: z.array(z.object({
    /** Its place in the report: what the next page comes after. */
    position: z.number(),
    suite: z.string(),
    name: z.string(),
    status: z.enum(testStatuses),
    flaky: z.boolean(),
    attempts: z.number(),
    durationMs: z.nullable(z.number()),
    message: z.nullable(z.string()),
    detail: z.nullable(z.string()),
  })),
  hasMore: z.boolean(),
})

export type RunResult = z.infer<typeof runResultsSchema>['results'][number]
