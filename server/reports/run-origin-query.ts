import { z } from 'zod'
import { runKindSchema } from '#layers/northlight/shared/runs/run-facts.ts'
import type { RunFacts } from '#layers/northlight/shared/runs/run-facts.ts'
import { toTitleLine } from '#layers/northlight/shared/chats/to-title-line.ts'
import { rowIdSchema } from '#layers/northlight/shared/people/people-requests.ts'
import { reportLimits } from '#layers/northlight/shared/reports/report-limits.ts'

const line = (longest: number) => z.string().transform(toTitleLine).pipe(z.string().min(1, 'is empty').max(longest))

/** What a report's address says of where it comes from: `POST /api/runs?branch=&commit=…`. Every part of it is optional. */
export const runOriginQuery = z.strictObject({
  /** Stands for the report's own. */
  title: line(reportLimits.titleLength).optional(),
  kind: z.enum(runKindSchema.options).optional(),
  branch: line(255).optional(),
  commit: z.string().regex(/^[\da-f]{7,64}$/i, 'has to be 7 to 64 hexadecimal digits').toLowerCase().optional(),
  repository: z.string().max(200).regex(/^[\w.-]+\/[\w.-]+$/, 'has to be owner/name').optional(),
  pull: z.coerce.number().int('has to be a whole number').min(1).max(2_000_000_000).optional(),
  trigger: line(reportLimits.titleLength).optional(),
  /** The dot that the run is for. */
  dot: rowIdSchema.optional(),
  /** The run that this one repeats. */
  rerunOf: rowIdSchema.optional(),
})

export type RunOrigin = z.infer<typeof runOriginQuery>

/** The facts of a run as they are stored, but for its title. */
export function toRunFacts({ kind, branch, commit, repository, pull, trigger, dot, rerunOf }: RunOrigin): RunFacts {
  return { kind: kind ?? (rerunOf === undefined ? 'upload' : 'rerun'), status: 'done', branch, commit, repository, pullNumber: pull, trigger, dotId: dot, rerunOfId: rerunOf }
}
