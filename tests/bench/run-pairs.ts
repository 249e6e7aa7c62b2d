import type { Figures } from './measure/measure-work.ts'
import { computeMedians } from './report/compute-medians.ts'

/** One of those that are measured beside each other. */
export interface Side {
  name: string
  run(): Promise<Figures>
}

/** Interleaved, in reversed order every second time, so that a noisy minute hits all; the medians by name. */
export async function runPairs(pairs: number, sides: readonly Side[]): Promise<ReadonlyMap<string, Figures>> {
  const runs = new Map<string, Figures[]>(sides.map(({ name }) => [name, []]))
  for (let pair = 0; pair < pairs; pair++) {
    for (const { name, run } of pair % 2 === 0 ? sides : sides.toReversed()) runs.get(name)?.push(await run())
  }
  return new Map([...runs].map(([name, figures]) => [name, computeMedians(figures)]))
}
