import { z } from 'zod/mini'
import { maybe, moment, text } from '#layers/northlight/shared/blocks/block-fields.ts'
import { blockLimits } from '#layers/northlight/shared/blocks/block-limits.ts'
import { defineBlockKind } from '#layers/northlight/shared/blocks/define-block-kind.ts'

export const memoryBlock = defineBlockKind({
  kind: 'memory',
  title: 'What is remembered',
  noun: ['note', 'notes'],
  rows: {
    list: 'notes',
    schema: z.object({
      id: text(blockLimits.id),
      text: text(blockLimits.memoryText),
      kind: maybe(z.enum(['note', 'flaky_spec'])),
      addedBy: maybe(text()),
      dot: maybe(text()),
      addedAt: maybe(moment),
    }),
  },
  fields: z.object({}),
})
