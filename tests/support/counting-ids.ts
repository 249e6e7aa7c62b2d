import type { IdSource } from '#layers/northlight/server/utils/id-source.ts'

/** Ids that repeat exactly from run to run. */
export function createCountingIds(prefix = 'id'): IdSource {
  let count = 0
  return () => `${prefix}-${String(++count).padStart(12, '0')}`
}
