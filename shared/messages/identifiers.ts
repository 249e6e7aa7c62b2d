import * as z from 'zod/mini'

/** A chat's id may come from the caller (product.md, "Ids"). */
export const chatIdSchema = z.string().check(z.regex(/^[\w-]{16,64}$/, 'must be 16 to 64 of A-Z a-z 0-9 _ -'))

/** A client names its own new message, unique in its chat. */
export const messageIdSchema = z.string().check(z.regex(/^[\w-]{1,64}$/, 'must be 1 to 64 of A-Z a-z 0-9 _ -'))
