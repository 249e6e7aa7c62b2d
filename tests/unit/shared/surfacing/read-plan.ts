import { isDeepStrictEqual } from 'node:util'
import { expect } from 'vitest'
import type { DetailLevel } from '#layers/northlight/shared/settings/detail-level.ts'
import type { MessagePlan, SurfacingRow } from '#layers/northlight/shared/surfacing/surfacing-rows.ts'
import type { GeneratedMessage } from '#layers/northlight/tests/fixtures/messages/generate-message.ts'

export const levels: readonly DetailLevel[] = [0, 1, 2, 3, 4]

/** A message cut off after each of its parts, the empty and the whole one with them. */
export function toPrefixes(message: GeneratedMessage): GeneratedMessage[] {
  return [...message.parts.keys(), message.parts.length].map((length) => ({ ...message, parts: message.parts.slice(0, length) }))
}

/** `expect` only where it will fail: it is too slow for the inside of a property. */
export function assertEqual(actual: unknown, expected: unknown, what: string): void {
  if (!isDeepStrictEqual(actual, expected)) expect(actual, what).toEqual(expected)
}

/** The part that a key was made from. */
export function toIndex(key: string): number {
  return Number(/-(\d+)$/.exec(key)?.[1])
}

/** How much of each part shows: absent 0 < chip or line 1 < muted 2 < open 3 < prose 4 < user-facing 5. */
export function toRanks(plan: MessagePlan): Map<number, number> {
  return new Map(plan.rows.flatMap(toRowRanks))
}

function toRowRanks(row: SurfacingRow): [number, number][] {
  if (row.kind === 'prose') return [[toIndex(row.key), 4]]
  if (row.kind === 'user-facing') return [[toIndex(row.key), 5]]
  if (row.kind === 'tool-line' || row.kind === 'housekeeping-note') return [[toIndex(row.key), 1]]
  if (row.kind !== 'steps') return []
  return row.body.flatMap((item): [number, number][] => {
    if (item.kind === 'working-note') return [[toIndex(item.key), 2]]
    if (item.kind === 'reasoning') return [[toIndex(item.key), item.defaultOpen ? 3 : 1]]
    return item.calls.map((call) => [toIndex(call.key), 1])
  })
}

/** Part indexes in the order in which a plan shows them, what stands at the foot apart. */
export function toOrder(plan: MessagePlan): number[] {
  return plan.rows.filter((row) => row.kind !== 'housekeeping-note').flatMap(toRowRanks).map(([index]) => index)
}

/** Every key of a row, its items' and calls' with it. */
export function toKeys(row: SurfacingRow): string[] {
  if (row.kind === 'tool-line') return [row.key, ...row.calls.map(({ key }) => key)]
  if (row.kind === 'housekeeping-note') return [row.key, ...(row.call ? [row.call.key] : [])]
  if (row.kind !== 'steps') return [row.key]
  return [row.key, ...row.body.flatMap((item) => item.kind === 'tool-line' ? [item.key, ...item.calls.map(({ key }) => key)] : [item.key])]
}

/** Whether the row itself says that the turn goes on. */
export function isLiveRow(row: SurfacingRow): boolean {
  return (row.kind === 'prose' && row.streaming) || (row.kind === 'steps' && row.live)
}
