/** How much of the agent's work a reader sees: 0 "Answer only" to 4 "Everything". Presentation only. */
export const detailLevels = [0, 1, 2, 3, 4] as const

export type DetailLevel = typeof detailLevels[number]

export function isDetailLevel(value: unknown): value is DetailLevel {
  return (detailLevels as readonly unknown[]).includes(value)
}

/** What an unset, unreadable or out-of-range preference reads as (chat-detail-level.md, "Default"). */
export const defaultDetailLevel: DetailLevel = 1

export interface DetailLevelStop {
  level: DetailLevel
  name: string
  description: string
}

/** The five stops, lowest first; the names are the column heads of `surfacing.md`, "The table". */
export const detailLevelStops: readonly DetailLevelStop[] = [
  { level: 0, name: 'Answer only', description: 'Just the answer. One quiet line while it works.' },
  { level: 1, name: 'Compact', description: 'The answer, with the work folded away.' },
  { level: 2, name: 'Tools', description: 'Each look-up on a line of its own.' },
  { level: 3, name: 'Reasoning', description: 'Look-ups, and the reasoning between them.' },
  { level: 4, name: 'Everything', description: 'Every note, look-up and thought, in order.' },
]
