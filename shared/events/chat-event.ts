import { z } from 'zod/mini'
import { turnOutcomeSchema } from '#layers/northlight/shared/messages/message-metadata.ts'

/**
 * What `GET /api/events` tells of: that something changed, and never what it is now. A reader asks the routes again
 * for what it shows, as the person that it is.
 */
export const chatEventSchema = z.discriminatedUnion('type', [
  /** An answer is being written. */
  z.object({ type: z.literal('turn-started'), chatId: z.string(), turnId: z.string() }),
  /** It is written and stored, or waits for a person. */
  z.object({ type: z.literal('turn-ended'), chatId: z.string(), turnId: z.string(), outcome: turnOutcomeSchema }),
  /** Made, named, brought back, shared or no longer, or another version chosen. */
  z.object({ type: z.literal('chat-changed'), chatId: z.string() }),
  z.object({ type: z.literal('chat-deleted'), chatId: z.string() }),
  /** Carries no setting: nothing but the settings route knows one. */
  z.object({ type: z.literal('settings-changed') }),
  /**
   * An approval was made or has changed, and how it stood then. `request` is the request of its payload, whole
   * (`approvals.md`, "Renderers", 4): what it would do besides is read by its id.
   */
  z.object({
    type: z.literal('approval'), id: z.string(), version: z.number(), state: z.string(),
    chatId: z.nullable(z.string()), leadChatId: z.nullable(z.string()), request: z.unknown(),
  }),
])

export type ChatEvent = z.infer<typeof chatEventSchema>

/** The stream's first event: from here on nothing is missed. What came before is not told again. */
export const helloEvent = { type: 'hello' } as const
