import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ChartData } from '#layers/northlight/shared/blocks/charts/chart-data.ts'
import { computeValueAxis } from '#layers/northlight/shared/blocks/charts/compute-value-axis.ts'
import { planChart } from '#layers/northlight/shared/blocks/charts/plan-chart.ts'
import { splitFinding } from '#layers/northlight/shared/blocks/charts/split-finding.ts'

const toData = (more: Partial<ChartData>): ChartData => ({ chartType: 'bar', labels: ['A', 'B'], series: [{ name: 'S', values: [1, 2] }], isPercent: false, ...more })
const axisOf = (values: (number | null)[], more: Partial<ChartData> = {}) => computeValueAxis(toData({ labels: values.map(String), series: [{ name: 'S', values }], ...more }))

const chartArbitrary = fc.integer({ min: 1, max: 31 }).chain((length) => fc.record({
  chartType: fc.constantFrom('bar' as const, 'stacked_bar' as const, 'line' as const),
  labels: fc.array(fc.string({ maxLength: 40 }), { minLength: length, maxLength: length }),
  series: fc.array(fc.record({
    name: fc.string({ maxLength: 10 }),
    values: fc.array(fc.option(fc.double({ min: -1e9, max: 1e9, noNaN: true })), { minLength: length, maxLength: length }),
  }), { minLength: 1, maxLength: 4 }),
  isPercent: fc.boolean(),
}))

describe('the axis of the values', () => {
  it('has bars start at zero', () => {
    expect(axisOf([90, 95])).toMatchObject({ from: 0 })
    expect(axisOf([-3, 95]).from).toBeLessThanOrEqual(-3)
    expect(axisOf([-3, -1])).toMatchObject({ to: 0 })
  })

  it('has a line of percentages end at 100 and start at the next ten below its lowest point', () => {
    const line = { chartType: 'line' as const, isPercent: true }
    expect(axisOf([96.5, null, 88.7], line)).toMatchObject({ from: 80, to: 100 })
    expect(axisOf([90, 100], line)).toMatchObject({ from: 80, to: 100 })
    expect(axisOf([100], line)).toMatchObject({ from: 90, to: 100 })
    expect(axisOf([0, 100], line)).toMatchObject({ from: 0, to: 100 })
    expect(axisOf([4], line)).toMatchObject({ from: 0, to: 100 })
  })

  it('has a place for nothing', () => {
    expect(axisOf([null, null])).toMatchObject({ from: 0, to: 1 })
    expect(axisOf([null], { isPercent: true })).toMatchObject({ from: 0, to: 100 })
  })

  it('holds a whole stack', () => {
    const axis = computeValueAxis(toData({ chartType: 'stacked_bar', series: [{ name: 'S', values: [6, 1] }, { name: 'T', values: [7, -4] }] }))
    expect(axis.to).toBeGreaterThanOrEqual(13)
    expect(axis.from).toBeLessThanOrEqual(-4)
  })
})

describe('a chart in pixels', () => {
  it('lies down where its names do not fit under it, with a value at the end of each bar', () => {
    const data = toData({ labels: ['checkout/coupon.spec.ts', 'search.spec.ts'] })
    expect(planChart(data, 640)).toMatchObject({ sideways: false, figures: [] })
    expect(planChart(data, 320)).toMatchObject({ sideways: true, figures: [{ text: '1' }, { text: '2' }], names: [{ whole: 'checkout/coupon.spec.ts' }, {}] })
  })

  it('shows every second or third name of a line that is too tight for all', () => {
    const labels = Array.from({ length: 14 }, (_, index) => `${index + 1} Oct`)
    const names = (width: number) => planChart(toData({ chartType: 'line', labels, series: [{ name: 'S', values: labels.map(() => 1) }] }), width).names.map(({ text }) => text)
    expect(names(900)).toHaveLength(14)
    expect(names(600).slice(0, 3)).toEqual(['1 Oct', '3 Oct', '5 Oct'])
    expect(names(400).slice(0, 3)).toEqual(['1 Oct', '4 Oct', '7 Oct'])
  })

  it('breaks a line at a gap, and still shows a point that stands alone', () => {
    const [drawn] = planChart(toData({ chartType: 'line', labels: ['A', 'B', 'C', 'D'], series: [{ name: 'S', values: [1, null, 3, 4] }] }), 400).lines
    expect(drawn?.path.match(/M/g)).toHaveLength(2)
    expect(drawn?.points).toHaveLength(3)
  })

  it('draws each number once, inside its place, as high as it is: any chart at any width', () => {
    fc.assert(fc.property(chartArbitrary, fc.integer({ min: 200, max: 1_400 }), (data, width) => {
      const plan = planChart(data, width)
      const numbers = data.series.flatMap(({ values }) => values).filter((value) => value !== null)
      const points = plan.lines.flatMap((drawn) => drawn.points)
      expect(plan.bars.length + points.length).toBe(numbers.length)
      for (const { x, y, width: breadth, height } of plan.bars) {
        expect(Math.min(x, y, breadth, height)).toBeGreaterThanOrEqual(-1e-6)
        expect(x + breadth).toBeLessThanOrEqual(width + 1e-6)
        expect(y + height).toBeLessThanOrEqual(plan.height + 1e-6)
      }
      for (const { x, y } of points) {
        expect(x >= 0 && x <= width && y >= 0 && y <= plan.height).toBe(true)
      }
    }), { numRuns: 500 })
  })

  it('gives bars lengths in the proportion of their values', () => {
    fc.assert(fc.property(fc.array(fc.integer({ min: 1, max: 1_000 }), { minLength: 2, maxLength: 8 }), (values) => {
      const { bars } = planChart(toData({ labels: values.map((_, index) => `spec-${index}-with-a-long-name.spec.ts`), series: [{ name: 'S', values }] }), 480)
      const [first] = bars
      for (const [index, bar] of bars.entries()) expect(bar.width / (first?.width ?? 0)).toBeCloseTo((values[index] ?? 0) / (values[0] ?? 0), 6)
    }), { numRuns: 200 })
  })
})

it('makes only what stands between the marks of a finding bold', () => {
  expect(splitFinding('**94.2%** of tests passed, up **1.6 points**.')).toEqual([
    { text: '94.2%', isKey: true }, { text: ' of tests passed, up ', isKey: false }, { text: '1.6 points', isKey: true }, { text: '.', isKey: false },
  ])
  expect(splitFinding('a ** b <b>c</b> *d*')).toEqual([{ text: 'a ** b <b>c</b> *d*', isKey: false }])
})
