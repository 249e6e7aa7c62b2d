import { z } from 'zod/mini'
import { figure, listOf, maybe, runLink, text } from '#layers/northlight/shared/blocks/block-fields.ts'
import { blockLimits } from '#layers/northlight/shared/blocks/block-limits.ts'
import { defineBlockKind } from '#layers/northlight/shared/blocks/define-block-kind.ts'

const series = z.object({
  name: text(),
  /** Lined up with the labels, null for a gap. */
  values: z.pipe(z.array(z.catch(figure, null)), z.transform((values) => values.slice(0, blockLimits.labels))),
})

export const chartBlock = defineBlockKind({
  kind: 'chart',
  title: 'Chart',
  noun: ['series', 'series'],
  rows: { list: 'series', schema: series, most: blockLimits.series },
  fields: z.object({
    chartType: z.enum(['bar', 'stacked_bar', 'line']),
    labels: z.pipe(z.array(z.catch(text(), '–')).check(z.minLength(1)), z.transform((labels) => labels.slice(0, blockLimits.labels))),
    unit: maybe(z.enum(['%'])),
    /** One line with the key number between `**` marks; they alone become bold. */
    finding: maybe(text()),
    runs: listOf(runLink, blockLimits.runs),
    runsLabel: maybe(text()),
  }),
})
