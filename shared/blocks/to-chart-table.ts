import type { BlockOf } from './block-registry.ts'
import { toCell } from './to-cell.ts'

/** The numbers of a chart as a table: a row for each label, a column for each series, nothing where there is a gap. */
export function toChartTable({ labels, series }: BlockOf<'chart'>): { columns: string[], rows: { cells: string[] }[], isFallback: true } {
  return {
    columns: ['Label', ...series.map(({ name }) => name)],
    rows: labels.map((label, index) => ({ cells: [label, ...series.map(({ values }) => toCell(values[index]))] })),
    isFallback: true,
  }
}
