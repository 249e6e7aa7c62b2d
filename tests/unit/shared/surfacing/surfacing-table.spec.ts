import { expect, it } from 'vitest'
import { resolvePlacement } from '#layers/northlight/shared/surfacing/surfacing-table.ts'
import type { Placement, TableRow } from '#layers/northlight/shared/surfacing/surfacing-table.ts'
import { levels } from './read-plan.ts'

/** absent < chip or line < muted < open < prose (`surfacing.md`, "The table"); what no level gates stands above. */
const ranks: Record<Placement, number> = {
  'absent': 0,
  'live-line': 1,
  'chip': 1,
  'opening-chip': 1,
  'foot': 1,
  'reasoning': 1,
  'folding-line': 1,
  'own-line': 1,
  'line-in-place': 1,
  'note': 2,
  'reasoning-open': 3,
  'prose': 4,
  'provisional-prose': 4,
  'shown': 5,
}

const rows: Record<TableRow, readonly number[]> = {
  'answer': [4, 4, 4, 4, 4],
  'provisional': [1, 4, 4, 4, 4],
  'working-note': [0, 2, 2, 2, 4],
  'housekeeping-note': [1, 1, 1, 1, 4],
  'reasoning': [0, 1, 1, 3, 3],
  'internal-tool': [0, 1, 1, 1, 1],
  'failed-tool': [0, 1, 1, 1, 1],
  'tool-shown-by-block': [0, 0, 1, 1, 1],
  'housekeeping-tool': [1, 1, 1, 1, 1],
  'user-facing': [5, 5, 5, 5, 5],
  'source': [1, 1, 1, 1, 1],
  'transparent': [0, 0, 0, 0, 0],
}

it('never falls from a level to the next, row by row', () => {
  const tableRows = Object.keys(rows).filter((row): row is TableRow => Object.hasOwn(rows, row))
  expect(tableRows.map((row) => [row, levels.map((level) => ranks[resolvePlacement(row, level)])])).toEqual(Object.entries(rows))
  for (const [row, shown] of Object.entries(rows)) expect(shown.toSorted((first, second) => first - second), row).toEqual(shown)
})
