import { reportLimits } from '#layers/northlight/shared/reports/report-limits.ts'
import { suiteSeparator } from '#layers/northlight/shared/reports/suite-separator.ts'
import type { AttemptOutcome } from './merge-attempts.ts'
import type { SpoolPlace } from './result-spool.ts'
import { toCappedText } from './to-clean-text.ts'

/** A test of a suite, as far as a further attempt can change it. */
export interface JunitTest extends AttemptOutcome<SpoolPlace> {
  /** Which of the spool's records it is. */
  record: number
}

/** One suite element. Suites of one name stay apart: two files may well describe the same thing. */
export interface JunitSuite {
  /** Empty for an element that adds no name: the root `testsuites`, or a suite without a name. */
  name: string
  hostname: string
  file?: string
  parent?: JunitSuite
  /** Its place among the suites that have tests of their own; undefined before its first. */
  index?: number
  /** This suite's own tests by their identity: a second case of one identity is a further attempt. */
  testsByIdentity: Map<string, JunitTest>
}

/** The names from the outermost suite to this one. */
export function toSuitePath(suite: JunitSuite): string[] {
  const path: string[] = []
  for (let level: JunitSuite | undefined = suite; level; level = level.parent) {
    if (level.name) path.unshift(level.name)
  }
  return path
}

/**
 * The name of each suite's place, by the suite's index. Suites of one path on several hosts get the host's name in
 * front: Playwright writes the project there.
 */
export function nameSuites(suites: readonly JunitSuite[]): (index: number, className: string) => string {
  const paths = suites.map((suite) => toSuitePath(suite).join(suiteSeparator))
  const hostsByPath = new Map<string, Set<string>>()
  for (const [index, { hostname }] of suites.entries()) {
    const path = paths[index] ?? ''
    hostsByPath.set(path, (hostsByPath.get(path) ?? new Set()).add(hostname))
  }
  return (index, className) => {
    const path = paths[index] ?? ''
    const host = (hostsByPath.get(path)?.size ?? 0) > 1 ? suites[index]?.hostname ?? '' : ''
    const name = host || className ? [host, path, className].filter(Boolean).join(suiteSeparator) : path
    return toCappedText(name, reportLimits.suiteLength)
  }
}
