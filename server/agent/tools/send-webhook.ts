import { z } from 'zod'
import { NorthlightError } from '#layers/northlight/shared/errors/northlight-error.ts'
import { toWebhookPlace } from '#layers/northlight/server/connections/to-webhook-place.ts'
import { findConnections } from '#layers/northlight/server/store/connection-store.ts'
import { defineGatedTool } from './define-tool.ts'

export const sendWebhookTool = defineGatedTool({
  name: 'send_webhook',
  description: 'Sends a message to a webhook that the organisation has set up, such as a channel or an automation. A person may have to approve it first. Use it only when it is asked for.',
  actionKind: 'webhook_call',
  input: z.object({
    webhook: z.string().trim().min(1).max(100).describe('Its name, as the organisation calls it.'),
    subject: z.string().trim().min(1).max(200).describe('What it is about, in one line.'),
    text: z.string().min(1).max(100_000).describe('The whole message.'),
  }),
  async toAction({ webhook, subject, text }, { database, principal }) {
    const webhooks = await findConnections(database.prisma, principal.organizationId, 'webhook')
    const found = webhooks.find(({ name }) => name === webhook) ?? webhooks.find(({ name }) => name.toLowerCase() === webhook.toLowerCase())
    if (!found) throw new NorthlightError('connection-missing', { message: explainMissing(webhooks.map(({ name }) => name)) })
    return { kind: 'webhook_call', target: { kind: 'webhook', key: found.name, url: toWebhookPlace(found.url), title: null }, body: { subject, text } }
  },
})

function explainMissing(names: string[]): string {
  return names.length === 0 ? 'There is no webhook. An owner or an admin makes one under Settings, Connections.' : `There is no webhook of that name. There are: ${names.join(', ')}.`
}
