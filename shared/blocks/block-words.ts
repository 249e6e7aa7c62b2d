import type { ApprovalState } from '#layers/northlight/shared/approvals/approval-states.ts'
import type { TestStatus } from '#layers/northlight/shared/reports/test-report.ts'
import type { MarkWords } from '#layers/northlight/shared/runs/run-words.ts'
import type { BlockOf } from './block-registry.ts'

/** The words and marks of every state that a row can be in; whoever adds a state meets a type error here. */

type Value<Row, Name extends keyof Row> = NonNullable<Row[Name]>

type Pull = BlockOf<'pulls'>['pulls'][number]
type Probe = BlockOf<'probes'>['probes'][number]
type Defect = BlockOf<'defects'>['defects'][number]
type TriageRow = BlockOf<'triage'>['rows'][number]
type Call = BlockOf<'release_call'>

export const pullStateWords = {
  open: { word: 'Open', tone: 'good' },
  draft: { word: 'Draft', tone: 'quiet' },
  merged: { word: 'Merged', tone: 'quiet' },
  closed: { word: 'Closed', tone: 'bad' },
} as const satisfies Record<Value<Pull, 'state'>, MarkWords>

export const checkWords = {
  passed: { word: 'Checks pass', tone: 'good' },
  failed: { word: 'Checks fail', tone: 'bad' },
  running: { word: 'Checks running', tone: 'running' },
  none: { word: 'No checks', tone: 'quiet' },
} as const satisfies Record<Value<Pull, 'checks'>, MarkWords>

export const probeWords = {
  up: { word: 'Up', tone: 'good' },
  degraded: { word: 'Degraded', tone: 'attention' },
  down: { word: 'Down', tone: 'bad' },
} as const satisfies Record<Value<Probe, 'status'>, MarkWords>

export const severityWords = {
  critical: { word: 'Critical', tone: 'bad' },
  high: { word: 'High', tone: 'bad' },
  medium: { word: 'Medium', tone: 'attention' },
  low: { word: 'Low', tone: 'quiet' },
} as const satisfies Record<Value<Defect, 'severity'>, MarkWords>

export const riskWords = {
  high: { word: 'High risk', tone: 'bad' },
  medium: { word: 'Medium risk', tone: 'attention' },
  low: { word: 'Low risk', tone: 'good' },
} as const satisfies Record<Value<BlockOf<'ticket_review'>, 'risk'>, MarkWords>

export const priorityWords = {
  high: 'High priority',
  medium: 'Medium priority',
  low: 'Low priority',
} as const

const testStatusWords = {
  passed: { word: 'Passed', tone: 'good' },
  failed: { word: 'Failed', tone: 'bad' },
  skipped: { word: 'Skipped', tone: 'quiet' },
} as const satisfies Record<TestStatus, MarkWords>

export const latestWords = {
  ...testStatusWords,
  flaky: { word: 'Flaky', tone: 'attention' },
} as const satisfies Record<Value<TriageRow, 'latest'>, MarkWords>

export const approvalWords = {
  pending: { word: 'Waits for approval', tone: 'attention' },
  approved: { word: 'Approved', tone: 'good' },
  executing: { word: 'Being done', tone: 'running' },
  executed: { word: 'Done', tone: 'good' },
  failed: { word: 'Failed', tone: 'bad' },
  unknown: { word: 'Unknown whether it was done', tone: 'attention' },
  rejected: { word: 'Rejected', tone: 'quiet' },
  expired: { word: 'Expired', tone: 'quiet' },
  cancelled: { word: 'Cancelled', tone: 'quiet' },
  superseded: { word: 'Replaced', tone: 'quiet' },
} as const satisfies Record<ApprovalState, MarkWords>

/** In the order in which they stand. */
export const causeWords = {
  review: 'Found by review',
  product: 'Product',
  test: 'Test',
  environment: 'Environment',
  flaky: 'Flaky',
  unproven: 'Cause not proven',
} as const satisfies Record<TriageRow['cause'], string>

export const triageStateWords = {
  open: 'Open',
  rerun_queued: 'Rerun queued',
  marked_flaky: 'Marked flaky',
  defect_waiting: 'Defect waits in the Inbox',
  defect_filed: 'Defect filed',
} as const satisfies Record<Value<TriageRow, 'state'>, string>

export const windowWords = {
  last_merge: 'since the last merge',
  today: 'today',
  recent: 'the last runs',
} as const satisfies Record<Value<BlockOf<'triage'>, 'window'>, string>

export const callWords = {
  ready: { word: 'Ready', tone: 'good' },
  ready_with_risk: { word: 'Ready with risk', tone: 'attention' },
  not_ready: { word: 'Not ready', tone: 'bad' },
  no_tickets: { word: 'No tickets', tone: 'quiet' },
} as const satisfies Record<Call['answer'], MarkWords>

export const noteKindWords = {
  note: 'Note',
  flaky_spec: 'Flaky spec',
} as const satisfies Record<Value<BlockOf<'memory'>['notes'][number], 'kind'>, string>
