import { scaleBand, scaleLinear, scalePoint } from 'd3-scale'
import { line } from 'd3-shape'
import { toFigureText } from './chart-data.ts'
import type { ChartData } from './chart-data.ts'
import { computeValueAxis } from './compute-value-axis.ts'
import { listBars } from './list-bars.ts'

/** A chart in pixels, ready to be drawn; its text is never scaled. */
export interface ChartPlan {
  width: number
  height: number
  sideways: boolean
  /** Lines across the plot, each with its value. */
  ticks: ChartLine[]
  /** Where zero is, when it is on the axis and bars stand on it. */
  zero?: Omit<ChartLine, 'text'>
  names: ChartText[]
  bars: ChartBar[]
  lines: ChartPath[]
  /** The values at the ends of bars that lie. */
  figures: ChartText[]
}

interface ChartLine { x1: number, y1: number, x2: number, y2: number, text: ChartText }

export interface ChartText {
  x: number
  y: number
  text: string
  /** All of it, where `text` is cut. */
  whole: string
  anchor: 'start' | 'middle' | 'end'
}

interface ChartBar { x: number, y: number, width: number, height: number, series: number }

interface ChartPath { series: number, path: string, points: { x: number, y: number }[] }

/** Of 12 px monospace. */
const characterWidth = 7.3
const gap = 8
const lineHeight = 18
const plotHeight = 168
const barHeight = 14
/** How much of the width names may take that run down the left. */
const namesShare = 0.42

const widthOf = (text: string) => text.length * characterWidth
const widest = (texts: readonly string[]) => Math.max(0, ...texts.map(widthOf))

/** Lays a chart out for a width in pixels. Bars whose names do not fit under them lie down. */
export function planChart(data: ChartData, width: number): ChartPlan {
  return data.chartType !== 'line' && !fitsUnder(data, width) ? planLying(data, width) : planStanding(data, width)
}

function fitsUnder(data: ChartData, width: number): boolean {
  const { left, right } = toSides(data, width)
  return widest(data.labels) + gap <= (right - left) / data.labels.length
}

function toSides(data: ChartData, width: number) {
  const { ticks } = computeValueAxis(data)
  return { left: Math.ceil(widest(ticks.map((tick) => toFigureText(tick, data.isPercent)))) + gap, right: width - gap }
}

function planStanding(data: ChartData, width: number): ChartPlan {
  const { labels, series, isPercent, chartType } = data
  const axis = computeValueAxis(data)
  const { left, right } = toSides(data, width)
  const bottom = gap + plotHeight
  const y = scaleLinear().domain([axis.from, axis.to]).range([bottom, gap])
  const places = labels.map((_, index) => index)
  const band = scaleBand<number>().domain(places).range([left, right]).padding(0.28)
  const point = scalePoint<number>().domain(places).range([left, right]).padding(0.5)
  const middleOf = (index: number) => chartType === 'line' ? point(index) ?? left : (band(index) ?? left) + band.bandwidth() / 2
  const every = Math.max(1, Math.ceil((widest(labels) + gap) / Math.max(1, (right - left) / labels.length)))
  const path = line<number | null>((_, index) => middleOf(index), (value) => y(value ?? 0)).defined((value) => value !== null)
  return {
    width, height: bottom + lineHeight + gap / 2, sideways: false,
    ticks: axis.ticks.map((tick) => ({
      x1: left, x2: right, y1: y(tick), y2: y(tick), text: toText(left - gap / 2, y(tick), toFigureText(tick, isPercent), 'end'),
    })),
    ...axis.from <= 0 && axis.to >= 0 && chartType !== 'line' ? { zero: { x1: left, x2: right, y1: y(0), y2: y(0) } } : {},
    names: dropCollisions(labels.flatMap((label, index) => index % every === 0 ? [toName(label, middleOf(index), bottom + lineHeight - gap / 2, left, right)] : [])),
    bars: chartType === 'line'
      ? []
      : listBars(data).map(({ label, series: of, from, to, place, places: count }) => {
          const breadth = band.bandwidth() / count
          return { series: of, x: (band(label) ?? left) + place * breadth, width: breadth, y: Math.min(y(from), y(to)), height: Math.abs(y(from) - y(to)) }
        }),
    lines: chartType === 'line'
      ? series.map(({ values }, index) => ({
          series: index, path: path([...values]) ?? '', points: values.flatMap((value, at) => value === null ? [] : [{ x: middleOf(at), y: y(value) }]),
        }))
      : [],
    figures: [],
  }
}

function planLying(data: ChartData, width: number): ChartPlan {
  const { labels, series, isPercent, chartType } = data
  const axis = computeValueAxis(data)
  const bars = listBars(data)
  const rows = chartType === 'stacked_bar' ? 1 : series.length
  const rowHeight = rows * barHeight + gap
  const left = Math.ceil(Math.min(widest(labels), width * namesShare)) + gap
  const ends = chartType === 'stacked_bar' ? [] : bars
  const right = Math.max(left + 1, width - gap - Math.ceil(widest(ends.map(({ value }) => toFigureText(value, isPercent)))) - gap / 2)
  const x = scaleLinear().domain([axis.from, axis.to]).range([left, right])
  const toTop = (label: number, place: number) => label * rowHeight + gap / 2 + place * barHeight
  return {
    width, height: labels.length * rowHeight, sideways: true, ticks: [], lines: [],
    zero: { x1: x(0), x2: x(0), y1: 0, y2: labels.length * rowHeight },
    names: labels.map((label, index) => toText(0, toTop(index, rows / 2), cutTo(label, left - gap), 'start', label)),
    bars: bars.map(({ label, series: of, from, to, place }) => ({
      series: of, x: Math.min(x(from), x(to)), width: Math.abs(x(to) - x(from)), y: toTop(label, place) + 1, height: barHeight - 2,
    })),
    figures: ends.map(({ label, value, to, place }) => toText(Math.max(x(to), x(0)) + gap / 2, toTop(label, place + 0.5), toFigureText(value, isPercent), 'start')),
  }
}

function toText(x: number, y: number, text: string, anchor: ChartText['anchor'], whole = text): ChartText {
  return { x, y, text, whole, anchor }
}

/** Under its mark, and never over the plot's ends. */
function toName(label: string, middle: number, y: number, left: number, right: number): ChartText {
  const text = cutTo(label, right - left)
  const half = widthOf(text) / 2
  return toText(Math.min(right - half, Math.max(left + half, middle)), y, text, 'middle', label)
}

/** A name that was moved away from the plot's end may stand on the one before it. */
function dropCollisions(names: readonly ChartText[]): ChartText[] {
  return names.filter(({ x, text }, index) => {
    const before = names[index - 1]
    return before === undefined || x - widthOf(text) / 2 >= before.x + widthOf(before.text) / 2 + gap / 2
  })
}

/** By whole characters, with an ellipsis. */
function cutTo(text: string, width: number): string {
  const most = Math.max(1, Math.floor(width / characterWidth))
  const characters = [...text]
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join('')}…`
}
