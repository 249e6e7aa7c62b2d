import { z } from 'zod'
import { reportFactsSchema } from '#layers/northlight/shared/reports/test-report.ts'
import { reportErrorCodeSchema } from './report-error.ts'

/** What the thread that reads a report says: each message but the last is answered before the next comes. */
export const workerMessageSchema = z.discriminatedUnion('type', [
  /** Asks for the next bytes of the file. */
  z.strictObject({ type: z.literal('read') }),
  z.strictObject({ type: z.literal('parsed'), facts: reportFactsSchema }),
  z.strictObject({ type: z.literal('refused'), code: reportErrorCodeSchema, message: z.string() }),
  /** Some results, as `ResultBatch` has them; none after the last. */
  z.strictObject({ type: z.literal('batch'), json: z.string().optional() }),
])

export type WorkerMessage = z.infer<typeof workerMessageSchema>

export const ownerMessageSchema = z.discriminatedUnion('type', [
  /** The next bytes of the file; none after the last. */
  z.strictObject({ type: z.literal('bytes'), bytes: z.custom<Uint8Array>((value) => value instanceof Uint8Array).optional() }),
  /** Asks for the next results. */
  z.strictObject({ type: z.literal('next-batch') }),
])

export type OwnerMessage = z.infer<typeof ownerMessageSchema>
