import { z } from 'zod/mini'
import { approvalStates } from '#layers/northlight/shared/approvals/approval-states.ts'
import { inner, maybe, moment, text } from '#layers/northlight/shared/blocks/block-fields.ts'
import { blockLimits } from '#layers/northlight/shared/blocks/block-limits.ts'
import { defineBlockKind } from '#layers/northlight/shared/blocks/define-block-kind.ts'

/** A row names its record and no more: what would be sent is read from the record itself, whole, whenever it is shown. */
export const approvalsBlock = defineBlockKind({
  kind: 'approvals',
  title: 'Waiting for approval',
  noun: ['approval', 'approvals'],
  rows: {
    list: 'approvals',
    schema: z.object({
      id: text(blockLimits.id),
      state: z.enum(approvalStates),
      action: inner(z.object({ kind: text(), title: maybe(text()), target: maybe(text()) })),
      createdAt: maybe(moment),
    }),
  },
  fields: z.object({}),
})
