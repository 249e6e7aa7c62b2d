import { z } from 'zod/mini'
import { link, maybe, moment, text } from '#layers/northlight/shared/blocks/block-fields.ts'
import { blockLimits } from '#layers/northlight/shared/blocks/block-limits.ts'
import { defineBlockKind } from '#layers/northlight/shared/blocks/define-block-kind.ts'

export const defectsBlock = defineBlockKind({
  kind: 'defects',
  title: 'Recent defects',
  noun: ['defect', 'defects'],
  rows: {
    list: 'defects',
    schema: z.object({
      key: text(),
      title: maybe(text()),
      severity: maybe(z.enum(['critical', 'high', 'medium', 'low'])),
      /** In words, as the record has it. */
      status: maybe(text()),
      runId: maybe(text(blockLimits.id)),
      runTitle: maybe(text()),
      url: maybe(link),
      foundAt: maybe(moment),
    }),
  },
  fields: z.object({}),
})
