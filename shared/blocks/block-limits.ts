/** How much a block holds (`chat-ui.md`, "Validation", "Stats and charts" and "Fallback"). Lengths in UTF-16 units. */
export const blockLimits = {
  rows: 50,
  text: 500,
  memoryText: 4_000,
  tiles: 8,
  labels: 31,
  series: 4,
  columns: 6,
  /** Notes in a list of its own inside a block, such as the risks of a ticket. */
  notes: 20,
  /** Runs that a block points at. */
  runs: 12,
  id: 200,
} as const
