import { z } from 'zod'
import { approvalIdSchema, decisionSchema } from '#layers/northlight/shared/approvals/approval-requests.ts'
import { decideApproval } from '#layers/northlight/server/approvals/decide-approval.ts'
import { requireApproval } from '#layers/northlight/server/approvals/require-approval.ts'
import { toApprovalAnswer } from '#layers/northlight/server/approvals/to-approval-answers.ts'
import { defineRoute } from '#layers/northlight/server/utils/define-route.ts'
import { readStrictBody } from '#layers/northlight/server/utils/read-strict-body.ts'
import { readStrictParameters } from '#layers/northlight/server/utils/read-strict-query.ts'

const parameters = z.strictObject({ id: approvalIdSchema })

/** Decides an approval, as a person, about exactly what they were shown; answers it as it stands then. */
export default defineRoute('approval.decide', async ({ event, services, principal }) => {
  const { id } = readStrictParameters(event, parameters)
  await decideApproval(services, principal, id, await readStrictBody(event, decisionSchema))
  return toApprovalAnswer(services.database, principal, await requireApproval(services.database, principal, id, 'approval.read'))
})
