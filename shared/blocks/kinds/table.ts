import { z } from 'zod/mini'
import { listOf, maybe, text } from '#layers/northlight/shared/blocks/block-fields.ts'
import { blockLimits } from '#layers/northlight/shared/blocks/block-limits.ts'
import { defineBlockKind } from '#layers/northlight/shared/blocks/define-block-kind.ts'
import { toCell } from '#layers/northlight/shared/blocks/to-cell.ts'

const cells = z.pipe(z.array(z.pipe(z.unknown(), z.transform(toCell))).check(z.minLength(1)), z.transform((row) => row.slice(0, blockLimits.columns)))

export const tableBlock = defineBlockKind({
  kind: 'table',
  title: 'Table',
  noun: ['row', 'rows'],
  rows: {
    list: 'rows',
    /** In the order of the columns; what a row lacks is an empty cell. */
    schema: z.object({ cells }),
  },
  fields: z.object({
    columns: listOf(text(), blockLimits.columns).check(z.minLength(1)),
    /** Set where data had no view of its own. */
    isFallback: maybe(z.boolean()),
  }),
})
