import type { DetailLevel } from '#layers/northlight/shared/settings/detail-level.ts'
import type { PartClass } from './classify-parts.ts'

/** The table's rows: a part's class, and for internal calls what became of the call. */
export type TableRow = PartClass | 'failed-tool' | 'tool-shown-by-block'

/**
 * Where a part goes.
 * `prose`, `provisional-prose` and `shown`: in place, breaking an activity run. `chip`, `opening-chip`, `foot`: at the message's foot.
 * `note`, `reasoning…` and `…line`: in the run's Steps card; `line-in-place` needs no card of its own.
 */
export type Placement
  = | 'absent'
    | 'live-line'
    | 'prose'
    | 'provisional-prose'
    | 'shown'
    | 'chip'
    | 'opening-chip'
    | 'foot'
    | 'note'
    | 'reasoning'
    | 'reasoning-open'
    | 'folding-line'
    | 'own-line'
    | 'line-in-place'

/** One placement a level, 0 to 4. */
type Placements = readonly [Placement, Placement, Placement, Placement, Placement]

/** `surfacing.md`, "The table". A part kind or tool state without a row is a type error in `part-kinds.ts`. */
const surfacingTable: Record<TableRow, Placements> = {
  'answer': ['prose', 'prose', 'prose', 'prose', 'prose'],
  'provisional': ['live-line', 'provisional-prose', 'provisional-prose', 'provisional-prose', 'prose'],
  'working-note': ['absent', 'note', 'note', 'note', 'prose'],
  'housekeeping-note': ['chip', 'chip', 'chip', 'chip', 'prose'],
  'reasoning': ['absent', 'reasoning', 'reasoning', 'reasoning-open', 'reasoning-open'],
  'internal-tool': ['absent', 'folding-line', 'own-line', 'own-line', 'own-line'],
  'failed-tool': ['absent', 'own-line', 'own-line', 'own-line', 'own-line'],
  'tool-shown-by-block': ['absent', 'absent', 'own-line', 'own-line', 'own-line'],
  'housekeeping-tool': ['chip', 'opening-chip', 'opening-chip', 'opening-chip', 'line-in-place'],
  'user-facing': ['shown', 'shown', 'shown', 'shown', 'shown'],
  'source': ['foot', 'foot', 'foot', 'foot', 'foot'],
  'transparent': ['absent', 'absent', 'absent', 'absent', 'absent'],
}

interface StepsRules {
  /** Whether a card mounts open. */
  opens: 'while-live' | 'always'
  /** What ends a live run: at 4 any text after it, since no text joins a run there. */
  endsAt: 'established-text' | 'any-text'
}

/** Level 0 has no cards. */
const stepsRules: Record<DetailLevel, StepsRules> = {
  0: { opens: 'while-live', endsAt: 'established-text' },
  1: { opens: 'while-live', endsAt: 'established-text' },
  2: { opens: 'always', endsAt: 'established-text' },
  3: { opens: 'always', endsAt: 'established-text' },
  4: { opens: 'always', endsAt: 'any-text' },
}

/** Where a part of this row goes at this level. */
export function resolvePlacement(row: TableRow, level: DetailLevel): Placement {
  return surfacingTable[row][level]
}

/** How Steps cards behave at this level. */
export function resolveStepsRules(level: DetailLevel): StepsRules {
  return stepsRules[level]
}
