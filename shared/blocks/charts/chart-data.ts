import type { BlockOf } from '#layers/northlight/shared/blocks/block-registry.ts'

/** What a chart draws: each series as long as the labels, null for a gap. */
export interface ChartData {
  chartType: BlockOf<'chart'>['chartType']
  labels: readonly string[]
  series: readonly { name: string, values: readonly (number | null)[] }[]
  isPercent: boolean
}

/** Beyond this no axis could be marked. */
const largest = 1e15

/** A block's numbers, lined up with its labels: a shorter series ends in gaps, a longer one is cut, and what no axis can hold is a gap. */
export function toChartData({ chartType, labels, series, unit }: BlockOf<'chart'>): ChartData {
  return {
    chartType, labels, isPercent: unit === '%',
    series: series.map(({ name, values }) => ({ name, values: labels.map((_, index) => toDrawable(values[index] ?? null)) })),
  }
}

function toDrawable(value: number | null): number | null {
  return value === null || Math.abs(value) > largest ? null : value
}

/** A number as it is written beside its mark. */
export function toFigureText(value: number, isPercent: boolean): string {
  const text = value.toLocaleString('en-GB', { maximumFractionDigits: Math.abs(value) < 1 ? 3 : 1 })
  return isPercent ? `${text}%` : text
}
