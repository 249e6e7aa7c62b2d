import { z } from 'zod/mini'
import { count, link, maybe, moment, text } from '#layers/northlight/shared/blocks/block-fields.ts'
import { blockLimits } from '#layers/northlight/shared/blocks/block-limits.ts'
import { defineBlockKind } from '#layers/northlight/shared/blocks/define-block-kind.ts'

const causeSchema = z.enum(['review', 'product', 'test', 'environment', 'flaky', 'unproven'])

export const triageBlock = defineBlockKind({
  kind: 'triage',
  title: 'What broke',
  noun: ['row', 'rows'],
  rows: {
    list: 'rows',
    schema: z.object({
      /** Stable for what it is about, so that its state is found again. */
      id: text(blockLimits.id),
      cause: causeSchema,
      /** By which rule the cause was found, with its figures: "passed and failed on 3f2a1c0, 4 of 31 runs". */
      evidence: maybe(text()),
      title: text(),
      file: maybe(text()),
      severity: maybe(z.enum(['critical', 'high', 'medium', 'low'])),
      runId: maybe(text(blockLimits.id)),
      runTitle: maybe(text()),
      pullNumber: maybe(z.int().check(z.positive())),
      pullUrl: maybe(link),
      /** Its result in the newest run that ran it. */
      latest: maybe(z.enum(['passed', 'failed', 'flaky', 'skipped'])),
      failedRuns: maybe(count),
      ranRuns: maybe(count),
      error: maybe(text()),
      /** How many tests stand behind it, where a whole run failed at once. */
      tests: maybe(count),
      /** What was done about it, by the records. */
      state: maybe(z.enum(['open', 'rerun_queued', 'marked_flaky', 'defect_waiting', 'defect_filed'])),
      approvalId: maybe(text(blockLimits.id)),
      defectUrl: maybe(link),
      flakyUntil: maybe(moment),
    }),
  },
  fields: z.object({
    window: maybe(z.enum(['last_merge', 'today', 'recent'])),
    since: maybe(moment),
    /** How many runs were looked at. */
    runs: maybe(count),
  }),
})
