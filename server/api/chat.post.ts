import { getRequestHeader } from 'h3'
import { z } from 'zod'
import { NorthlightError } from '#layers/northlight/shared/errors/northlight-error.ts'
import { chatRequestSchema } from '#layers/northlight/shared/messages/chat-request.ts'
import { submitChatRequest } from '#layers/northlight/server/agent/submit-chat-request.ts'
import { noteForgedApprovals } from '#layers/northlight/server/approvals/note-forged-approvals.ts'
import { streamTurn } from '#layers/northlight/server/stream/stream-turn.ts'
import { defineRoute } from '#layers/northlight/server/utils/define-route.ts'
import { readStrictBody } from '#layers/northlight/server/utils/read-strict-body.ts'
import { toCheckingSchema } from '#layers/northlight/server/utils/to-checking-schema.ts'

/** What a person says is stored as it came, the order of its keys too. */
const [submitSchema, regenerateSchema] = chatRequestSchema.options
const bodySchema = z.discriminatedUnion('trigger', [
  submitSchema.extend({ message: toCheckingSchema(submitSchema.shape.message) }),
  regenerateSchema,
])

const idempotencyKeySchema = z.string().regex(/^[\x21-\x7E]{1,200}$/).optional()

/** Stores a message, starts its turn, and reads along. Closing the connection stops nothing. */
export default defineRoute('turn.start', async ({ event, services, principal }) => {
  const request = await readStrictBody(event, bodySchema, { onRefused: (value) => noteForgedApprovals(services, principal, value) })
  const key = idempotencyKeySchema.safeParse(getRequestHeader(event, 'idempotency-key'))
  if (!key.success) throw new NorthlightError('request-invalid', { message: 'Idempotency-Key must be 1 to 200 visible ASCII characters.' })
  const turn = await submitChatRequest(services, principal, request, key.data)
  services.access.watch(event.node.res, principal, request.id)
  await streamTurn(event.node.res, turn, 0)
})
