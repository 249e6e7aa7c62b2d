import { z } from 'zod'
import { webhookCallKind } from '#layers/northlight/shared/approvals/kinds/webhook-call.ts'
import type { OpenConnection } from '#layers/northlight/server/connections/open-connection.ts'
import { toWebhookPlace } from '#layers/northlight/server/connections/to-webhook-place.ts'
import { hasMoved, isRefusal } from '#layers/northlight/server/outward/certain-refusal.ts'
import { NotSentError } from '#layers/northlight/server/outward/not-sent-error.ts'
import { postWebhook } from '#layers/northlight/server/outward/post-webhook.ts'
import type { SealedConnection } from '#layers/northlight/server/store/connection-store.ts'
import { ActionFailure } from './executor.ts'
import type { ExecutionContext, ExecutionOrder, Executor } from './executor.ts'
import { listAskedConnections } from './list-asked-connections.ts'
import { openForOrder } from './open-for-order.ts'

const bodySchema = z.object({ subject: z.string(), text: z.string() })

/** A signed message to a webhook. What is behind it can't be searched: the marker is its id, for whoever looks there. */
export const webhookCallExecutor: Executor = {
  kinds: [webhookCallKind.kind],
  async check(order, context) {
    const connection = await findWebhook(order, context)
    if (!connection) return `the webhook ${order.target.key} that was there when it was asked for is gone`
    return toWebhookPlace(connection.url) === order.target.url ? undefined : `the webhook ${order.target.key} leads elsewhere by now`
  },
  async run(order, context) {
    const { subject, text } = bodySchema.parse(webhookCallKind.parseBody(order.body))
    const { key, url } = order.target
    const connection = await findWebhook(order, context)
    // Where it would go is what was shown, or it does not go.
    if (!connection || toWebhookPlace(connection.url) !== url) throw new ActionFailure(`The webhook ${key} leads elsewhere by now, or is gone.`)
    requireTaken(key, await post(await openForOrder(context, connection), order, { subject, text }, context))
    return { note: `Sent to ${key}`, url: null, outcome: { sent: true, to: key } }
  },
}

async function findWebhook(order: ExecutionOrder, context: ExecutionContext): Promise<SealedConnection | undefined> {
  return (await listAskedConnections(order, context, 'webhook')).find(({ name }) => name === order.target.key)
}

async function post(webhook: OpenConnection, { marker, target }: ExecutionOrder, content: { subject: string, text: string }, context: ExecutionContext): Promise<number> {
  try {
    return await postWebhook(webhook, { id: marker, content: { id: marker, ...content }, signal: context.signal }, context)
  }
  catch (cause) {
    throw cause instanceof NotSentError ? new ActionFailure(`${target.key} could not be reached: ${cause.message}.`, { cause }) : cause
  }
}

function requireTaken(name: string, status: number) {
  if (status >= 200 && status < 300) return
  const isCertain = hasMoved(status) || isRefusal(status)
  throw isCertain ? new ActionFailure(`${name} did not take it: it answered ${status}.`) : new Error(`A webhook answered ${status}.`)
}
