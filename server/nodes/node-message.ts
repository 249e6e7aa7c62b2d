import { z } from 'zod'
import { approvalStates } from '#layers/northlight/shared/approvals/approval-states.ts'
import { chatEventSchema } from '#layers/northlight/shared/events/chat-event.ts'

/** What one server tells the others: that something changed. What it is now stands in the database. */
export const nodeMessageSchema = z.discriminatedUnion('type', [
  /** For these people, where they read events on another server. */
  z.object({ type: z.literal('event'), scopes: z.array(z.object({ userId: z.string(), organizationId: z.string() })), event: chatEventSchema }),
  /** More of a turn is stored. */
  z.object({ type: z.literal('turn-stored'), turnId: z.string() }),
  /** Somebody asked that a turn stop: its row says so. */
  z.object({ type: z.literal('stop-requested'), turnId: z.string() }),
  /** An approval was made or has changed, and how it stood then: whoever it concerns is told, by each server those who read there. */
  z.object({ type: z.literal('approval-changed'), id: z.string(), version: z.number(), state: z.enum(approvalStates) }),
  /** The one who tells could not for a while: nobody knows what was missed. */
  z.object({ type: z.literal('missed') }),
])

export type NodeMessage = z.infer<typeof nodeMessageSchema>
