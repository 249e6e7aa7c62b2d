import { z } from 'zod/mini'
import { link, listOf, maybe, moment, text } from '#layers/northlight/shared/blocks/block-fields.ts'
import { blockLimits } from '#layers/northlight/shared/blocks/block-limits.ts'
import { defineBlockKind } from '#layers/northlight/shared/blocks/define-block-kind.ts'

const notes = listOf(text(), blockLimits.notes)

export const ticketReviewBlock = defineBlockKind({
  kind: 'ticket_review',
  title: 'Ticket review',
  noun: ['review', 'reviews'],
  fields: z.object({
    key: text(),
    ticketTitle: maybe(text()),
    url: maybe(link),
    risk: maybe(z.enum(['low', 'medium', 'high'])),
    risks: notes,
    testIdeas: notes,
    questions: notes,
    reviewedAt: maybe(moment),
    /** Only while the comment that was drafted waits for a person. */
    approvalId: maybe(text(blockLimits.id)),
  }),
})
