import type { ChartData } from './chart-data.ts'

/** One bar, by what it stands for: where along the labels, and from which value to which. */
export interface Bar {
  label: number
  series: number
  value: number
  from: number
  to: number
  /** Its place beside the others of its label, and how many there are. */
  place: number
  places: number
}

/** Every bar from zero; stacked ones each on what is below, negative ones downwards. A gap has none. */
export function listBars({ chartType, labels, series }: ChartData): Bar[] {
  return labels.flatMap((_, label) => {
    const ends = { up: 0, down: 0 }
    return series.flatMap(({ values }, index): Bar[] => {
      const value = values[label] ?? null
      if (value === null) return []
      if (chartType !== 'stacked_bar') return [{ label, series: index, value, from: 0, to: value, place: index, places: series.length }]
      const side = value < 0 ? 'down' : 'up'
      const from = ends[side]
      ends[side] += value
      return [{ label, series: index, value, from, to: ends[side], place: 0, places: 1 }]
    })
  })
}
