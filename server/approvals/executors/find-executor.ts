import type { Executor } from './executor.ts'

/** What carries out a kind of action; every kind has one (`executor-registry`). */
export function findExecutor(executors: readonly Executor[], kind: string): Executor {
  const executor = executors.find(({ kinds }) => kinds.includes(kind))
  if (!executor) throw new Error(`Nothing carries out ${kind}.`)
  return executor
}
