import { z } from 'zod'

/**
 * What is read of `JSONReport` (`@playwright/test/reporter`). Only the keys in these schemas are ever collected;
 * see `playwrightKeys`.
 */
const errorSchema = z.object({
  message: z.string().optional(),
  stack: z.string().optional(),
  value: z.string().optional(),
  location: z.object({ file: z.string(), line: z.number() }).optional(),
})

export type PlaywrightError = z.infer<typeof errorSchema>

const resultSchema = z.object({
  // Null for a worker that died before it could say.
  status: z.enum(['passed', 'failed', 'timedOut', 'skipped', 'interrupted']).nullish(),
  duration: z.number().optional(),
  error: errorSchema.optional(),
  errors: z.array(errorSchema).optional(),
})

export type PlaywrightResult = z.infer<typeof resultSchema>

const testSchema = z.object({
  projectName: z.string().optional(),
  expectedStatus: z.string().optional(),
  annotations: z.array(z.object({ type: z.string(), description: z.string().optional() })).optional(),
  status: z.enum(['expected', 'unexpected', 'flaky', 'skipped']),
  results: z.array(resultSchema),
})

export type PlaywrightTest = z.infer<typeof testSchema>

export const playwrightSpecSchema = z.object({
  title: z.string(),
  file: z.string().optional(),
  line: z.number().optional(),
  tests: z.array(testSchema),
})

export type PlaywrightSpec = z.infer<typeof playwrightSpecSchema>

export const playwrightConfigSchema = z.object({ projects: z.array(z.object({ name: z.string() })).optional() })

export const playwrightErrorsSchema = z.array(errorSchema)

export const playwrightStatsSchema = z.object({ startTime: z.string().optional(), duration: z.number().optional() })

/** The keys that are collected below a spec, the configuration, the statistics and the errors. */
export const playwrightKeys: ReadonlySet<string> = new Set([
  'title', 'file', 'line', 'tests', 'projectName', 'expectedStatus', 'annotations', 'type', 'description', 'status',
  'results', 'duration', 'error', 'errors', 'message', 'stack', 'value', 'location', 'projects', 'name', 'startTime',
])
