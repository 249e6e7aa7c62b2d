import { z } from 'zod/mini'

/** What made a run happen. `upload`: a report that says nothing of it. */
export const runKindSchema = z.enum(['upload', 'post_merge', 'pr_check', 'push', 'schedule', 'manual', 'rerun'])

export type RunKind = z.infer<typeof runKindSchema>

/** How far a run came. Only a `done` one says anything about its tests (`chat-ui.md`, "How the numbers are counted"). */
export const runStatusSchema = z.enum(['running', 'done', 'interrupted', 'setup_failed'])

export type RunStatus = z.infer<typeof runStatusSchema>

/** What a run came to. The failures say whose they are; `unproven` where nothing shows it. */
export const runOutcomeSchema = z.enum(['passed', 'product_failure', 'test_failure', 'environment_failure', 'flaky', 'unproven'])

export type RunOutcome = z.infer<typeof runOutcomeSchema>

/** What is known of a run beside its report: where its code came from, and why it ran. */
export interface RunFacts {
  kind: RunKind
  status: RunStatus
  /** In one line. */
  trigger?: string
  branch?: string
  /** The head that was tested, in hex. */
  commit?: string
  /** `owner/name`. */
  repository?: string
  pullNumber?: number
  dotId?: string
  rerunOfId?: string
}
