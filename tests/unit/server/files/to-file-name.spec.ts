import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toFileHeaders } from '#layers/northlight/server/files/to-file-headers.ts'
import { toFileName } from '#layers/northlight/server/files/to-file-name.ts'

describe('a file\'s name', () => {
  it.each([
    ['notes.txt', 'notes.txt'], ['C:\\Users\\me\\notes.txt', 'notes.txt'], ['/etc/passwd', 'passwd'], ['../../x', 'x'], ['a/', 'file'], ['', 'file'], ['..', 'file'], ['.', 'file'],
    ['a\u0000b\nc\td.txt', 'a b c d.txt'], ['invoice\u202Efdp.exe', 'invoice fdp.exe'], ['  spaced  out .txt ', 'spaced out .txt'], ['Ünïcode 文.md', 'Ünïcode 文.md'],
  ])('of %j is %j', (name, expected) => {
    expect(toFileName(name)).toBe(expected)
  })

  it('keeps its ending where it is cut', () => {
    expect(toFileName(`${'x'.repeat(300)}.html`)).toMatch(/^x+…\.html$/)
  })

  it('is one clean line of at most 200, the same when it is cleaned again, and fits a header, whatever was sent', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (name) => {
      const clean = toFileName(name)
      expect(clean.length).toBeGreaterThan(0)
      expect(clean.length).toBeLessThanOrEqual(200)
      // eslint-disable-next-line no-control-regex -- Control characters are what must be gone.
      expect(clean).not.toMatch(/[/\\\u0000-\u001F\u007F-\u009F\u202A-\u202E]/)
      expect(clean.isWellFormed()).toBe(true)
      expect(toFileName(clean)).toBe(clean)
      expect(toFileHeaders({ id: 'x', name: clean, mediaType: 'text/plain', byteSize: 1 })['content-disposition']).toMatch(/^attachment; filename\*=UTF-8''[\w.~!%-]+$/)
    }))
  })
})
