import { z } from 'zod'
import { messageIdSchema } from '#layers/northlight/shared/messages/identifiers.ts'
import { longestTitle } from './longest-title.ts'
import { toTitleLine } from './to-title-line.ts'

/** A title that somebody gives a chat: of 1 to 200 characters when it is one clean line. */
export const chatTitleSchema = z.string().transform(toTitleLine).pipe(z.string().min(1, 'is empty').max(longestTitle, `is longer than ${longestTitle} characters`))

/** The body of `POST /api/chats`. */
export const newChatSchema = z.strictObject({ title: chatTitleSchema.optional(), dotId: z.string().min(1).max(64).optional() })

/** The body of `PATCH /api/chats/:id`: a new title, the undoing of its deletion, who may read it, or the version of a message to be read. */
export const chatChangeSchema = z.strictObject({
  title: chatTitleSchema.optional(),
  isDeleted: z.literal(false, { error: 'can only be set to false; DELETE deletes' }).optional(),
  isShared: z.boolean('must be true or false').optional(),
  activeMessageId: z.optional(messageIdSchema),
}).refine((change) => Object.keys(change).length === 1, 'names one change: title, isDeleted, isShared or activeMessageId')
