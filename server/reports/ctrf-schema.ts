import { z } from 'zod'

/**
 * What is read of a Common Test Report Format file (the specification at ctrf.io, and what its reporters write). Only
 * the keys in these schemas are ever collected; see `ctrfKeys`. Some writers put null where a value is missing.
 */
const statusSchema = z.enum(['passed', 'failed', 'skipped', 'pending', 'other'])

const attemptSchema = z.object({
  status: statusSchema.nullish(),
  message: z.string().nullish(),
  trace: z.string().nullish(),
})

export const ctrfTestSchema = z.object({
  name: z.string(),
  status: statusSchema,
  /** Milliseconds. */
  duration: z.number().nullish(),
  /** A list, outermost first; before the specification's first version one text. */
  suite: z.union([z.string(), z.array(z.string())]).nullish(),
  filePath: z.string().nullish(),
  line: z.number().nullish(),
  message: z.string().nullish(),
  trace: z.string().nullish(),
  rawStatus: z.string().nullish(),
  flaky: z.boolean().nullish(),
  retries: z.number().nullish(),
  /** The attempts before the last one. */
  retryAttempts: z.array(attemptSchema).nullish(),
})

export type CtrfTest = z.infer<typeof ctrfTestSchema>

export const ctrfToolSchema = z.object({ name: z.string().nullish() })

/** Epoch milliseconds; 0 where a writer doesn't know. */
export const ctrfSummarySchema = z.object({
  start: z.number().nullish(),
  stop: z.number().nullish(),
  duration: z.number().nullish(),
})

export const ctrfEnvironmentSchema = z.object({ reportName: z.string().nullish() })

/** The keys that are collected below a test, the tool, the summary and the environment. */
export const ctrfKeys: ReadonlySet<string> = new Set([
  'name', 'status', 'duration', 'suite', 'filePath', 'line', 'message', 'trace', 'rawStatus', 'flaky', 'retries',
  'retryAttempts', 'start', 'stop', 'reportName',
])
