import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toCsvLine } from '#layers/northlight/shared/exports/to-csv-line.ts'

/** As a spreadsheet reads one line. */
function readLine(line: string): string[] {
  const cells: string[] = []
  let rest = line.slice(0, -2)
  do {
    const [whole = '', quoted, plain] = /^(?:"((?:[^"]|"")*)"|([^",\r\n]*))(?:,|$)/.exec(rest) ?? []
    cells.push(quoted === undefined ? plain ?? '' : quoted.replaceAll('""', '"'))
    if (!whole.endsWith(',')) return cells
    rest = rest.slice(whole.length)
  } while (rest !== '' || line.endsWith(',\r\n'))
  return [...cells, '']
}

describe('toCsvLine', () => {
  it('gives each text back, and has none that a spreadsheet computes', () => {
    fc.assert(fc.property(fc.array(fc.string({ unit: fc.oneof(fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', '"', ',', '\''), fc.string()) }), { minLength: 1 }), (cells) => {
      const read = readLine(toCsvLine([...cells, 'end']))
      expect(read).toHaveLength(cells.length + 1)
      for (const [index, cell] of cells.entries()) {
        expect(read[index]).not.toMatch(/^[=+\-@\t\r\n]/)
        expect([cell, `'${cell}`]).toContain(read[index])
      }
    }), { numRuns: 1_000 })
  })

  it('leaves numbers and what is not there as they are', () => {
    expect(toCsvLine([-5, true, null, 'a'])).toBe('-5,true,,a\r\n')
  })

  it('quotes what has a comma, a quote or a line end, and guards formulas', () => {
    expect(toCsvLine(['a,b', 'say "x"', 'one\ntwo', '=1+1', '-2', '@SUM(A1)', 'plain'])).toBe('"a,b","say ""x""","one\ntwo",\'=1+1,\'-2,\'@SUM(A1),plain\r\n')
  })
})
