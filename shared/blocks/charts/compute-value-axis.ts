import { scaleLinear } from 'd3-scale'
import type { ChartData } from './chart-data.ts'

export interface ValueAxis {
  /** Where the axis begins and ends. */
  from: number
  to: number
  ticks: number[]
}

const tickCount = 4
/** Values that lie closer together than this are drawn as one: an axis between them could not be marked. */
const smallestSpan = 1e-6
const fullPercent = 100
const tenPercent = 10

/**
 * The axis of the values (`chat-ui.md`, "Stats and charts"): bars start at zero; a line of percentages ends at 100 and starts at the next
 * ten below its lowest point; any other line starts at zero too, so that its slope says what it is.
 */
export function computeValueAxis(data: ChartData): ValueAxis {
  const values = listExtremes(data)
  if (data.isPercent && data.chartType === 'line') return toPercentAxis(values)
  const lowest = Math.min(0, ...values)
  const highest = Math.max(0, ...values)
  const scale = scaleLinear().domain(highest - lowest < smallestSpan ? [0, data.isPercent ? fullPercent : 1] : [lowest, highest]).nice(tickCount)
  const [from = 0, to = 1] = scale.domain()
  return { from, to, ticks: scale.ticks(tickCount) }
}

function toPercentAxis(values: readonly number[]): ValueAxis {
  const lowest = Math.min(fullPercent, ...values)
  const tenBelow = (Math.ceil(lowest / tenPercent) - 1) * tenPercent
  const from = lowest < 0 ? tenBelow : Math.max(0, tenBelow)
  const to = Math.max(fullPercent, ...values)
  return { from, to, ticks: scaleLinear().domain([from, to]).ticks(tickCount) }
}

/** What the axis has to hold: each value, or the ends of each stack. */
function listExtremes({ chartType, labels, series }: ChartData): number[] {
  const columns = labels.map((_, index) => series.flatMap(({ values }) => values[index] ?? []))
  if (chartType !== 'stacked_bar') return columns.flat()
  const sum = (of: readonly number[]) => of.reduce((total, value) => total + value, 0)
  return columns.flatMap((column) => [sum(column.filter((value) => value < 0)), sum(column.filter((value) => value > 0))])
}
