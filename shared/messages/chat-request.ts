import { z } from 'zod'
import { longestFileName, mostFiles } from './file-limits.ts'
import { longestText } from './longest-text.ts'
import { chatIdSchema, messageIdSchema } from './identifiers.ts'

const mostParts = 20

/** The address of a file of ours, and in it the file's id. */
export const fileAddressPattern = /^\/api\/files\/([\w-]{1,64})$/

const textPartSchema = z.strictObject({
  type: z.literal('text'),
  text: z.string().max(longestText),
  state: z.literal('done').optional(),
})

/** What a file is called and is said to be comes from its row: here it is a claim, and read by nobody. */
const filePartSchema = z.strictObject({
  type: z.literal('file'),
  url: z.string().regex(fileAddressPattern, 'must be the address of a stored file: /api/files/<id>'),
  mediaType: z.string().max(200),
  filename: z.string().max(longestFileName).optional(),
})

const partSchema = z.discriminatedUnion('type', [textPartSchema, filePartSchema], { error: 'only text and stored files can be sent' })

type NewPart = z.infer<typeof partSchema>

const isFile = (part: NewPart) => part.type === 'file'
const saysSomething = (part: NewPart) => part.type === 'file' || part.text.trim() !== ''

/**
 * A person's new message: text, and files that were stored before. An assistant's or a tool's part from a client is a
 * claim and is refused whole.
 */
export const newMessageSchema = z.strictObject({
  id: messageIdSchema,
  role: z.literal('user', { error: 'only a person\'s message can be sent' }),
  parts: z.array(partSchema).min(1).max(mostParts)
    .refine((parts) => parts.some(saysSomething), 'is empty')
    .refine((parts) => parts.filter(isFile).length <= mostFiles, `brings more than ${mostFiles} files`),
  metadata: z.unknown().optional(),
})

export type NewMessage = z.infer<typeof newMessageSchema>

/** The body of `POST /api/chat`: only the new message, since the server owns the history. */
export const chatRequestSchema = z.discriminatedUnion('trigger', [
  z.strictObject({ id: chatIdSchema, trigger: z.literal('submit-message'), message: newMessageSchema, messageId: z.optional(messageIdSchema) }),
  z.strictObject({ id: chatIdSchema, trigger: z.literal('regenerate-message'), messageId: messageIdSchema }),
])

export type ChatRequest = z.infer<typeof chatRequestSchema>
