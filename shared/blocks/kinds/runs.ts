import { z } from 'zod/mini'
import { runKindSchema, runOutcomeSchema, runStatusSchema } from '#layers/northlight/shared/runs/run-facts.ts'
import { count, maybe, moment, size, text } from '#layers/northlight/shared/blocks/block-fields.ts'
import { blockLimits } from '#layers/northlight/shared/blocks/block-limits.ts'
import { defineBlockKind } from '#layers/northlight/shared/blocks/define-block-kind.ts'

export const runsBlock = defineBlockKind({
  kind: 'runs',
  title: 'Test runs',
  noun: ['run', 'runs'],
  rows: {
    list: 'runs',
    schema: z.object({
      id: text(blockLimits.id),
      title: maybe(text()),
      kind: maybe(runKindSchema),
      status: maybe(runStatusSchema),
      outcome: maybe(runOutcomeSchema),
      /** A pass on retry counts. */
      passed: maybe(count),
      failed: maybe(count),
      durationMs: maybe(size),
      startedAt: maybe(moment),
      /** Named where rows of several dots stand together. */
      dot: maybe(text()),
      isDemo: maybe(z.boolean()),
    }),
  },
  fields: z.object({}),
})
