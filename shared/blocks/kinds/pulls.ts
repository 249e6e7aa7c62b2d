import { z } from 'zod/mini'
import { count, link, maybe, moment, text } from '#layers/northlight/shared/blocks/block-fields.ts'
import { blockLimits } from '#layers/northlight/shared/blocks/block-limits.ts'
import { defineBlockKind } from '#layers/northlight/shared/blocks/define-block-kind.ts'

export const pullsBlock = defineBlockKind({
  kind: 'pulls',
  title: 'Open pull requests',
  noun: ['pull request', 'pull requests'],
  rows: {
    list: 'pulls',
    schema: z.object({
      number: z.int().check(z.positive()),
      title: maybe(text()),
      state: maybe(z.enum(['open', 'draft', 'merged', 'closed'])),
      checks: maybe(z.enum(['passed', 'failed', 'running', 'none'])),
      author: maybe(text()),
      branch: maybe(text()),
      url: maybe(link),
      /** The last line of the newest report of its checks, and that run. */
      report: maybe(text()),
      runId: maybe(text(blockLimits.id)),
      updatedAt: maybe(moment),
      comments: maybe(count),
    }),
  },
  /** `owner/name`: a number says nothing without it. */
  fields: z.object({ repository: maybe(text()) }),
})
