import { z } from 'zod'
import { approvalStates } from '#layers/northlight/shared/approvals/approval-states.ts'
import type { ApprovalList } from '#layers/northlight/shared/approvals/approval-answers.ts'
import { chatIdSchema } from '#layers/northlight/shared/messages/identifiers.ts'
import { toApprovalAnswers } from '#layers/northlight/server/approvals/to-approval-answers.ts'
import { countWaiting, listApprovals } from '#layers/northlight/server/store/approval-lists.ts'
import { requireChat } from '#layers/northlight/server/store/chat-store.ts'
import { defineRoute } from '#layers/northlight/server/utils/define-route.ts'
import { readStrictQuery } from '#layers/northlight/server/utils/read-strict-query.ts'
import { approvalIdSchema } from '#layers/northlight/shared/approvals/approval-requests.ts'

const query = z.strictObject({
  state: z.enum([...approvalStates, 'waiting']).optional(),
  chat: z.optional(chatIdSchema),
  before: approvalIdSchema.optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
})

/** A page of the approvals that this person may see, the newest first, and how many wait for them. */
export default defineRoute('approval.read', async ({ event, services: { database }, principal }): Promise<ApprovalList> => {
  const page = readStrictQuery(event, query)
  if (page.chat !== undefined) await requireChat(database, principal, page.chat, 'chat.read')
  const { rows, hasMore } = await listApprovals(database, principal, page)
  return { approvals: await toApprovalAnswers(database, principal, rows), waiting: await countWaiting(database, principal), hasMore }
})
