import { createHmac } from 'node:crypto'

const keyForm = 'whsec_'

/** The headers by which a receiver knows that a webhook is ours, unchanged and new, as Standard Webhooks has them. `at` in epoch milliseconds. */
export function signWebhook(secret: string, { id, body, at }: { id: string, body: string, at: number }): Record<string, string> {
  const timestamp = String(Math.floor(at / 1_000))
  const key = Buffer.from(secret.slice(keyForm.length), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
}
