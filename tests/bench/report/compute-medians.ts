import type { Figures } from '#layers/northlight/tests/bench/measure/measure-work.ts'

/** Of each figure its median over the runs. */
export function computeMedians(runs: readonly Figures[]): Figures {
  return Object.fromEntries(Object.keys(runs[0] ?? {}).map((name) => [name, computeMedian(runs.map((run) => run[name] ?? Number.NaN))]))
}

function computeMedian(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const at = (index: number) => sorted[index] ?? Number.NaN
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? at(middle) : (at(middle - 1) + at(middle)) / 2
}
