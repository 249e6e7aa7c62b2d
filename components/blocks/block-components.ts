import type { Component } from 'vue'
import type { BlockKind } from '#layers/northlight/shared/blocks/block-registry.ts'
import ApprovalsBlock from './ApprovalsBlock.vue'
import ChartBlock from './ChartBlock.vue'
import DefectsBlock from './DefectsBlock.vue'
import MemoryBlock from './MemoryBlock.vue'
import ProbesBlock from './ProbesBlock.vue'
import PullsBlock from './PullsBlock.vue'
import ReleaseCallBlock from './ReleaseCallBlock.vue'
import RunsBlock from './RunsBlock.vue'
import StatsBlock from './StatsBlock.vue'
import TableBlock from './TableBlock.vue'
import TestCasesBlock from './TestCasesBlock.vue'
import TicketReviewBlock from './TicketReviewBlock.vue'
import TriageBlock from './TriageBlock.vue'

/** One component a kind: each takes its block. */
export const blockComponents = {
  runs: RunsBlock,
  pulls: PullsBlock,
  approvals: ApprovalsBlock,
  defects: DefectsBlock,
  probes: ProbesBlock,
  memory: MemoryBlock,
  ticket_review: TicketReviewBlock,
  release_call: ReleaseCallBlock,
  test_cases: TestCasesBlock,
  triage: TriageBlock,
  table: TableBlock,
  stats: StatsBlock,
  chart: ChartBlock,
} as const satisfies Record<BlockKind, Component>
