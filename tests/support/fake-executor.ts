import { ActionFailure } from '#layers/northlight/server/approvals/executors/executor.ts'
import type { ExecutionOrder, ExecutionResult, Executor } from '#layers/northlight/server/approvals/executors/executor.ts'

export interface FakeExecutor extends Executor {
  /** What was done outside, in order. */
  readonly done: ExecutionOrder[]
  /** What happens at the next run instead: `refuse` does nothing, `drop` does nothing and does not say so, `lose` does it and the reply is lost. */
  fault: 'refuse' | 'drop' | 'lose' | undefined
  /** Why the target can't be acted on; undefined: it can. */
  obstacle: string | undefined
  /** Resolved before each run goes on. */
  hold: Promise<void>
}

/** A world outside that the test can look at: comments on issues, found again by their markers. */
export function createFakeExecutor(): FakeExecutor {
  const done: ExecutionOrder[] = []
  const toResult = ({ target }: ExecutionOrder): ExecutionResult => ({ note: `Commented on ${target.key}`, url: target.url, outcome: { commented: target.key } })
  const executor: FakeExecutor = {
    kinds: ['issue_comment', 'pr_comment'],
    done,
    fault: undefined,
    obstacle: undefined,
    hold: Promise.resolve(),
    check: async () => executor.obstacle,
    async run(order) {
      await executor.hold
      const { fault } = executor
      executor.fault = undefined
      if (fault === 'refuse') throw new ActionFailure('The tracker refused it.')
      if (fault !== 'drop') done.push(structuredClone(order))
      if (fault) throw new Error('The line broke.')
      return toResult(order)
    },
    async find({ marker }) {
      const found = done.find((order) => order.marker === marker)
      return found && toResult(found)
    },
  }
  return executor
}
