import { z } from 'zod/mini'
import { listOf, maybe, number, runLink, text } from '#layers/northlight/shared/blocks/block-fields.ts'
import { blockLimits } from '#layers/northlight/shared/blocks/block-limits.ts'
import { defineBlockKind } from '#layers/northlight/shared/blocks/define-block-kind.ts'

export const statsBlock = defineBlockKind({
  kind: 'stats',
  title: 'Numbers',
  noun: ['number', 'numbers'],
  rows: {
    list: 'tiles',
    most: blockLimits.tiles,
    schema: z.object({
      label: text(),
      /** A text is shown as written. */
      value: z.union([number, text()]),
      sub: maybe(text()),
      /** A name for a colour of the theme, never a colour. */
      tone: maybe(z.enum(['ok', 'attention', 'bad'])),
    }),
  },
  fields: z.object({ runs: listOf(runLink, blockLimits.runs), runsLabel: maybe(text()) }),
})
