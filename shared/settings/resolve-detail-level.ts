import { defaultDetailLevel, isDetailLevel } from './detail-level.ts'
import type { DetailLevel } from './detail-level.ts'

export interface DetailLevelSources {
  /** `ChatEnvironment.detailLevel`: always wins, for its surface only. */
  host?: unknown
  /** What the person saved; undefined until it is read. */
  saved?: unknown
}

/** The effective level (`surfacing.md`, "Resolving the level"); what is no level at all reads as not given. */
export function resolveDetailLevel({ host, saved }: DetailLevelSources): DetailLevel {
  return [host, saved].find(isDetailLevel) ?? defaultDetailLevel
}
