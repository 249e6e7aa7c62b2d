import type { BlockOf } from '#layers/northlight/shared/blocks/block-registry.ts'
import type { TestStatus } from '#layers/northlight/shared/reports/test-report.ts'
import type { RunOutcome } from '#layers/northlight/shared/runs/run-facts.ts'

export type TriageCause = BlockOf<'triage'>['rows'][number]['cause']

/** How one test ended in one run. */
export interface TestHistoryEntry {
  status: TestStatus
  flaky: boolean
  commit: string | null
  /** What its run came to. */
  outcome: RunOutcome | null
}

export interface FoundCause {
  cause: TriageCause
  /** The rule that found it, with its figures. */
  evidence: string
}

const shortCommit = 7

const verdicts: Partial<Record<RunOutcome, { cause: TriageCause, words: string }>> = {
  product_failure: { cause: 'product', words: 'The run\'s verdict is a product bug' },
  test_failure: { cause: 'test', words: 'The run\'s verdict is a fault of the test' },
  environment_failure: { cause: 'environment', words: 'Nearly all tests of the run failed at once' },
}

/**
 * Whose a failure seems to be, with what shows it; where nothing does, that is said. `history` is the test's in the window, the newest
 * first, skipped runs left out.
 */
export function findCause(history: readonly TestHistoryEntry[]): FoundCause {
  const ran = toRuns(history.length)
  const failed = history.filter(({ status }) => status === 'failed')
  const retried = history.filter(({ flaky }) => flaky)
  const commit = findTornCommit(history)
  if (commit !== undefined) return { cause: 'flaky', evidence: `Passed and failed on ${commit.slice(0, shortCommit)}; failed in ${failed.length} of ${ran}` }
  if (retried.length > 0 && retried[0] === findNewestTrouble(history)) return { cause: 'flaky', evidence: `Passed only on a retry in ${retried.length} of ${ran}` }
  const verdict = failed[0]?.outcome ? verdicts[failed[0].outcome] : undefined
  if (verdict) return { cause: verdict.cause, evidence: `${verdict.words}; failed in ${failed.length} of ${ran}` }
  const since = history.findIndex(({ status }) => status === 'failed')
  return { cause: 'unproven', evidence: `Failed in ${failed.length} of ${ran}${since > 0 ? `, and passed in the ${since === 1 ? 'run' : `${since} runs`} since` : ''}; nothing shows why` }
}

function findNewestTrouble(history: readonly TestHistoryEntry[]): TestHistoryEntry | undefined {
  return history.find(({ status, flaky }) => status === 'failed' || flaky)
}

/** A commit that the test passed and failed on: the code was the same. */
function findTornCommit(history: readonly TestHistoryEntry[]): string | undefined {
  const hasEnded = (commit: string, status: TestStatus) => history.some((entry) => entry.commit === commit && entry.status === status)
  return history.flatMap(({ commit }) => commit ?? []).find((commit) => hasEnded(commit, 'passed') && hasEnded(commit, 'failed'))
}

function toRuns(count: number): string {
  return `${count} ${count === 1 ? 'run' : 'runs'}`
}
