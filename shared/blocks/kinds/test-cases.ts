import { z } from 'zod/mini'
import { testStatuses } from '#layers/northlight/shared/reports/test-statuses.ts'
import { maybe, moment, text } from '#layers/northlight/shared/blocks/block-fields.ts'
import { blockLimits } from '#layers/northlight/shared/blocks/block-limits.ts'
import { defineBlockKind } from '#layers/northlight/shared/blocks/define-block-kind.ts'

export const testCasesBlock = defineBlockKind({
  kind: 'test_cases',
  title: 'Test cases',
  noun: ['test case', 'test cases'],
  rows: {
    list: 'cases',
    schema: z.object({
      key: text(blockLimits.id),
      title: text(),
      suite: maybe(text()),
      priority: maybe(z.enum(['high', 'medium', 'low'])),
      result: maybe(z.enum(testStatuses)),
      flaky: maybe(z.boolean()),
      runId: maybe(text(blockLimits.id)),
      at: maybe(moment),
    }),
  },
  /** The run whose cases these are, where they are one run's. */
  fields: z.object({ runId: maybe(text(blockLimits.id)) }),
})
