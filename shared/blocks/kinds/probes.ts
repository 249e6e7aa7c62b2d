import { z } from 'zod/mini'
import { link, maybe, moment, size, text } from '#layers/northlight/shared/blocks/block-fields.ts'
import { blockLimits } from '#layers/northlight/shared/blocks/block-limits.ts'
import { defineBlockKind } from '#layers/northlight/shared/blocks/define-block-kind.ts'

export const probesBlock = defineBlockKind({
  kind: 'probes',
  title: 'Probes',
  noun: ['probe', 'probes'],
  rows: {
    list: 'probes',
    schema: z.object({
      id: text(blockLimits.id),
      name: text(),
      url: maybe(link),
      /** `down` once its dot has called an outage; until then a probe that failed is `degraded`. */
      status: maybe(z.enum(['up', 'degraded', 'down'])),
      httpStatus: maybe(z.int().check(z.gte(100), z.lte(599))),
      latencyMs: maybe(size),
      checkedAt: maybe(moment),
      error: maybe(text()),
    }),
  },
  fields: z.object({}),
})
