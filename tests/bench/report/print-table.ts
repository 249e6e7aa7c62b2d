import type { ReportRow } from './lines.ts'

const heads = { work: 'work', title: 'what', measured: 'ours', beside: 'beside', ratio: 'ratio', target: 'target', verdict: '' } satisfies ReportRow

/** As a table of Markdown, its columns in line. */
export function printTable(rows: readonly ReportRow[]): void {
  const columns = ['work', 'title', 'measured', 'beside', 'ratio', 'target', 'verdict'] as const
  const cells = [heads, ...rows].map((row) => columns.map((column) => row[column]))
  const widths = columns.map((_, index) => Math.max(...cells.map((row) => row[index]?.length ?? 0)))
  const [head, ...body] = cells.map((row) => `| ${row.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join(' | ')} |`)
  console.log([head, `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...body].join('\n'))
}
