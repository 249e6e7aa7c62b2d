import { z } from 'zod'

/**
 * The same schema, but what it gives is the very value that it was given: bytes, unknown keys and their order as they
 * were. For a schema without defaults and transformations only, which would be lost.
 */
export function toCheckingSchema<Schema extends z.ZodType>(schema: Schema) {
  return z.unknown().transform((value, context): z.infer<Schema> => {
    const { error } = schema.safeParse(value)
    for (const { message, path } of error?.issues ?? []) context.issues.push({ code: 'custom', message, path: [...path], input: value })
    return value as z.infer<Schema>
  })
}
