import type { BlockOfDefinition } from './define-block-kind.ts'
import { approvalsBlock } from './kinds/approvals.ts'
import { chartBlock } from './kinds/chart.ts'
import { defectsBlock } from './kinds/defects.ts'
import { memoryBlock } from './kinds/memory.ts'
import { probesBlock } from './kinds/probes.ts'
import { pullsBlock } from './kinds/pulls.ts'
import { releaseCallBlock } from './kinds/release-call.ts'
import { runsBlock } from './kinds/runs.ts'
import { statsBlock } from './kinds/stats.ts'
import { tableBlock } from './kinds/table.ts'
import { testCasesBlock } from './kinds/test-cases.ts'
import { ticketReviewBlock } from './kinds/ticket-review.ts'
import { triageBlock } from './kinds/triage.ts'

/** Every kind of block that an answer can carry (`chat-ui.md`, "Component registry"). */
export const blockKinds = {
  runs: runsBlock,
  pulls: pullsBlock,
  approvals: approvalsBlock,
  defects: defectsBlock,
  probes: probesBlock,
  memory: memoryBlock,
  ticket_review: ticketReviewBlock,
  release_call: releaseCallBlock,
  test_cases: testCasesBlock,
  triage: triageBlock,
  table: tableBlock,
  stats: statsBlock,
  chart: chartBlock,
} as const

export type BlockKind = keyof typeof blockKinds

/** One block, checked: its kind's fields and rows, and what every block says of itself. */
export type BlockOf<Kind extends BlockKind> = BlockOfDefinition<(typeof blockKinds)[Kind]>

export type ChatBlock = { [Kind in BlockKind]: BlockOf<Kind> }[BlockKind]

export function isBlockKind(kind: unknown): kind is BlockKind {
  return typeof kind === 'string' && Object.hasOwn(blockKinds, kind)
}
