import { z } from 'zod'

/** Days as `YYYY-MM-DD`, both included; without them, from the first or to the last. */
export const timeSpanSchema = z.strictObject({ from: z.iso.date('must be a day, such as 2026-11-30').optional(), to: z.iso.date('must be a day, such as 2026-11-30').optional() })
