import type { RunKind, RunOutcome, RunStatus } from './run-facts.ts'

/** How a thing looks: a mark of its own shape and a word, so that its colour is never the only cue. */
export type MarkTone = 'good' | 'bad' | 'attention' | 'running' | 'quiet'

export interface MarkWords {
  word: string
  tone: MarkTone
}

export const runKindWords = {
  upload: 'Uploaded',
  post_merge: 'After merge',
  pr_check: 'PR check',
  push: 'After push',
  schedule: 'Scheduled',
  manual: 'By hand',
  rerun: 'Rerun',
} as const satisfies Record<RunKind, string>

/** How a run stands while its outcome says nothing. */
export const runStatusWords = {
  running: { word: 'Running', tone: 'running' },
  done: { word: 'Done', tone: 'quiet' },
  interrupted: { word: 'Interrupted', tone: 'attention' },
  setup_failed: { word: 'Setup failed', tone: 'attention' },
} as const satisfies Record<RunStatus, MarkWords>

export const runOutcomeWords = {
  passed: { word: 'Passed', tone: 'good' },
  product_failure: { word: 'Product bug', tone: 'bad' },
  test_failure: { word: 'Test fault', tone: 'bad' },
  environment_failure: { word: 'Environment', tone: 'attention' },
  flaky: { word: 'Flaky', tone: 'attention' },
  unproven: { word: 'Failed, cause not proven', tone: 'bad' },
} as const satisfies Record<RunOutcome, MarkWords>

/** How a run stands, in a word: what it came to, once its tests ran to the end. Undefined: nothing is known of it. */
export function toRunMark({ status, outcome }: { status?: RunStatus | null, outcome?: RunOutcome | null }): MarkWords | undefined {
  if (status && status !== 'done') return runStatusWords[status]
  if (outcome) return runOutcomeWords[outcome]
  return status ? runStatusWords[status] : undefined
}
