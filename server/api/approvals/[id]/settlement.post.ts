import { z } from 'zod'
import { approvalIdSchema, settlementSchema } from '#layers/northlight/shared/approvals/approval-requests.ts'
import { requireApproval } from '#layers/northlight/server/approvals/require-approval.ts'
import { settleApproval } from '#layers/northlight/server/approvals/settle-approval.ts'
import { toApprovalAnswer } from '#layers/northlight/server/approvals/to-approval-answers.ts'
import { defineRoute } from '#layers/northlight/server/utils/define-route.ts'
import { readStrictBody } from '#layers/northlight/server/utils/read-strict-body.ts'
import { readStrictParameters } from '#layers/northlight/server/utils/read-strict-query.ts'

const parameters = z.strictObject({ id: approvalIdSchema })

/** Settles an action that nobody knows the end of: a person says whether it happened. */
export default defineRoute('approval.decide', async ({ event, services, principal }) => {
  const { id } = readStrictParameters(event, parameters)
  await settleApproval(services, principal, id, await readStrictBody(event, settlementSchema))
  return toApprovalAnswer(services.database, principal, await requireApproval(services.database, principal, id, 'approval.read'))
})
