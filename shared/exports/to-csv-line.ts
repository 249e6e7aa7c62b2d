/** By which spreadsheets know that the text is UTF-8: the first thing in a file. */
export const csvByteOrderMark = '\uFEFF'

/** A text that begins like this would be computed by a spreadsheet. */
const formulaStart = /^[=+\-@\t\r\n]/

/** What a cell that holds such has to be put in quotes for. */
const special = /[",\r\n]/

/** A line of a CSV file, with its end (RFC 4180). No text in it is taken for a formula: it gets an apostrophe before it. */
export function toCsvLine(cells: readonly (string | number | boolean | null)[]): string {
  return `${cells.map(toCell).join(',')}\r\n`
}

function toCell(cell: string | number | boolean | null): string {
  if (cell === null) return ''
  if (typeof cell !== 'string') return String(cell)
  const text = formulaStart.test(cell) ? `'${cell}` : cell
  return special.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
