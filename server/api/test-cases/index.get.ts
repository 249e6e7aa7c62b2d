import { z } from 'zod'
import { listCases } from '#layers/northlight/server/store/test-case-store.ts'
import type { CasePlace } from '#layers/northlight/server/store/test-case-store.ts'
import { defineRoute } from '#layers/northlight/server/utils/define-route.ts'
import { readStrictQuery } from '#layers/northlight/server/utils/read-strict-query.ts'

const placeSchema = z.string().regex(/^\d{1,18}-[\da-f]{32}$/, 'is no place that a page gave as next').transform((text): CasePlace => {
  const [sequence = '', key = ''] = text.split('-')
  return { sequence: BigInt(sequence), key }
})

const query = z.strictObject({
  search: z.string().max(200, 'is longer than 200 characters').optional(),
  after: placeSchema.optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
})

/** A page of the organisation's test cases, each with its latest result and its counts. */
export default defineRoute('run.read', async ({ event, services: { database }, principal }) => {
  const { cases, next } = await listCases(database, principal, readStrictQuery(event, query))
  return { cases, next: next ? `${next.sequence}-${next.key}` : null }
})
