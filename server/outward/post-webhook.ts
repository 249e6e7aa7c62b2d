import type { OpenConnection } from '#layers/northlight/server/connections/open-connection.ts'
import type { Services } from '#layers/northlight/server/utils/services.ts'
import { sendOutward } from './send-outward.ts'
import { signWebhook } from './sign-webhook.ts'

export interface WebhookMessage {
  /** The same for the same message, however often it is sent. */
  id: string
  content: Record<string, unknown>
  signal: AbortSignal
}

/**
 * Posts a signed message to a webhook; gives the status that it answered with.
 *
 * @throws {NotSentError} and, where nobody knows whether it arrived, anything else
 */
export async function postWebhook({ url, secret }: OpenConnection, { id, content, signal }: WebhookMessage, { environment, clock }: Pick<Services, 'environment' | 'clock'>): Promise<number> {
  const body = JSON.stringify(content)
  const { status } = await sendOutward({
    url: new URL(url),
    method: 'POST',
    headers: { 'content-type': 'application/json; charset=utf-8', 'idempotency-key': id, ...signWebhook(secret, { id, body, at: clock.now() }) },
    body,
    reads: 'status',
    signal,
  }, { privateAddresses: environment.NORTHLIGHT_PRIVATE_ADDRESSES })
  return status
}
