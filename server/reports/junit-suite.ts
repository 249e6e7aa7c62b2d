import { reportLimits } from '#layers/northlight/shared/reports/report-limits.ts'
import { suiteSeparator } from '#layers/northlight/shared/reports/suite-separator.ts'
import type { TestResult } from '#layers/northlight/shared/reports/test-report.ts'
import { runInBatches } from './run-in-batches.ts'
import { toCappedText } from './to-clean-text.ts'

/** One suite element. Suites of one name stay apart: two files may well describe the same thing. */
export interface JunitSuite {
  /** Empty for an element that adds no name: the root `testsuites`, or a suite without a name. */
  name: string
  hostname: string
  file?: string
  parent?: JunitSuite
  /** This suite's own tests by their identity: a second case of one identity is a further attempt. */
  resultsByIdentity: Map<string, TestResult>
}

/** A result whose suite's whole path is known only at the end of the file. */
export interface JunitRow {
  result: TestResult
  suite: JunitSuite
  /** The case's class, where it says more than the suite and the name; else empty. */
  className: string
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
 * Writes the suite into every row, and gives the results in order. Suites of one path on several hosts get the
 * host's name in front: Playwright writes the project there.
 */
export async function nameSuites(rows: readonly JunitRow[]): Promise<TestResult[]> {
  const paths = new Map<JunitSuite, string>()
  const hostsByPath = new Map<string, Set<string>>()
  await runInBatches(rows, ({ suite }) => {
    if (paths.has(suite)) return
    const path = toSuitePath(suite).join(suiteSeparator)
    paths.set(suite, path)
    hostsByPath.set(path, (hostsByPath.get(path) ?? new Set()).add(suite.hostname))
  })
  const results: TestResult[] = []
  await runInBatches(rows, ({ result, suite, className }) => {
    const path = paths.get(suite) ?? ''
    const host = (hostsByPath.get(path)?.size ?? 0) > 1 ? suite.hostname : ''
    const name = host || className ? [host, path, className].filter(Boolean).join(suiteSeparator) : path
    result.suite = toCappedText(name, reportLimits.suiteLength)
    results.push(result)
  })
  return results
}
