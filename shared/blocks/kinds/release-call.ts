import { z } from 'zod/mini'
import { count, inner, link, listOf, maybe, text } from '#layers/northlight/shared/blocks/block-fields.ts'
import { blockLimits } from '#layers/northlight/shared/blocks/block-limits.ts'
import { defineBlockKind } from '#layers/northlight/shared/blocks/define-block-kind.ts'

/** Something that speaks against a release, and where it can be looked at. */
const reason = inner(z.object({
  text: text(),
  kind: maybe(z.enum(['ticket', 'bug', 'pull', 'run', 'inbox'])),
  url: maybe(link),
  runId: maybe(text(blockLimits.id)),
  approvalId: maybe(text(blockLimits.id)),
}))
const reasons = listOf(reason, blockLimits.notes)

export const releaseCallBlock = defineBlockKind({
  kind: 'release_call',
  title: 'Release call',
  noun: ['call', 'calls'],
  fields: z.object({
    answer: z.enum(['ready', 'ready_with_risk', 'not_ready', 'no_tickets']),
    milestone: maybe(text()),
    /** What stands in the way. */
    why: reasons,
    /** Risks that do not. */
    also: reasons,
    counts: listOf(z.object({ label: text(), value: count }), blockLimits.notes),
    rule: maybe(text()),
  }),
})
