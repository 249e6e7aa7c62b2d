import { z } from 'zod'
import { approvalIdSchema } from '#layers/northlight/shared/approvals/approval-requests.ts'
import { requireApproval } from '#layers/northlight/server/approvals/require-approval.ts'
import { toApprovalAnswer } from '#layers/northlight/server/approvals/to-approval-answers.ts'
import { defineRoute } from '#layers/northlight/server/utils/define-route.ts'
import { readStrictParameters } from '#layers/northlight/server/utils/read-strict-query.ts'

const parameters = z.strictObject({ id: approvalIdSchema })

/** One approval, whole, as it stands now. */
export default defineRoute('approval.read', async ({ event, services: { database }, principal }) => {
  const { id } = readStrictParameters(event, parameters)
  return toApprovalAnswer(database, principal, await requireApproval(database, principal, id, 'approval.read'))
})
