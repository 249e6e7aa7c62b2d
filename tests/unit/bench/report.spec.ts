import { describe, expect, it } from 'vitest'
import { computeMedians } from '#layers/northlight/tests/bench/report/compute-medians.ts'
import { toReportRows } from '#layers/northlight/tests/bench/report/lines.ts'

const verdictsOf = (...args: Parameters<typeof toReportRows>) => toReportRows(...args).map(({ target, verdict }) => [target, verdict])

describe('the report of the benchmark', () => {
  it('takes the median of each figure', () => {
    expect(computeMedians([{ one: 3, other: 1 }, { one: 1, other: 2 }, { one: 2, other: 9 }])).toEqual({ one: 2, other: 2 })
    expect(computeMedians([{ one: 4 }, { one: 2 }])).toEqual({ one: 3 })
  })

  it('says of a ratio by how much it is missed', () => {
    expect(verdictsOf('w2f:1000', 'w2f', { taskMsPerDelta: 2, wallMs: 5 }, { taskMsPerDelta: 2, wallMs: 1 })).toEqual([['≤ 1 ×', 'met'], ['', '']])
    expect(toReportRows('w2f:1000', 'w2f', { taskMsPerDelta: 3, wallMs: 5 }, { taskMsPerDelta: 2, wallMs: 1 })[0])
      .toMatchObject({ measured: '3 ms', beside: '2 ms', ratio: '1.50 ×', verdict: 'missed by 1 ms' })
  })

  it('has a target for the size that it was set for, and none for others', () => {
    const mounted = { shownMs: 60, taskMs: 40, heapMegabytes: 30, elements: 2_000 }
    const floor = { shownMs: 100, taskMs: 100, heapMegabytes: 3, elements: 15_000 }
    expect(verdictsOf('w1:1000', 'w1', mounted, floor)).toEqual([['≤ 0.5 ×', 'missed by 10 ms'], ['≤ 0.5 ×', 'met'], ['≤ 25 MB', 'missed by 5 MB'], ['≤ 3,000', 'met']])
    expect(verdictsOf('w1:500', 'w1', mounted, floor)).toEqual([['', ''], ['', ''], ['', ''], ['', '']])
  })

  it('asks for equal counts, and for no long task that the floor has not', () => {
    const grown = { updates: 600, touchedNodes: 10, parsedCharacters: 5, taskMsPerDelta: 1 }
    expect(verdictsOf('growth', 'growth', grown, { ...grown, touchedNodes: 12 }).slice(0, 2)).toEqual([['equal', 'met'], ['equal', 'missed by 2']])
    expect(verdictsOf('w2p:1000', 'w2p', { lag95Ms: 5, longTasks: 1, longestTaskMs: 60 }, { lag95Ms: 5, longTasks: 0, longestTaskMs: 0 }).slice(0, 2)).toEqual([['≤ 2 ×', 'met'], ['no more', 'missed by 1']])
  })

  it('misses a target whose figure is not there', () => {
    expect(verdictsOf('w4', 'w4', {})[0]?.[1]).toMatch(/^missed/)
  })
})
