/** Where ids come from; tests bring a counting one. */
export type IdSource = () => string

/** Random, 128 bits, safe in a path. */
export const randomIds: IdSource = () => crypto.randomUUID()
