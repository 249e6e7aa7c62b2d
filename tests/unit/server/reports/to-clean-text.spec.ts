import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toCappedText, toCleanLine, toCleanText } from '#layers/northlight/server/reports/to-clean-text.ts'

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(fc.integer({ min: 0, max: 0xFFFF })).map((units) => String.fromCharCode(...units)),
)

describe('clean text', () => {
  it('has no control character but tab and line feed, and no half of a pair', () => {
    fc.assert(fc.property(anyText, (text) => {
      const clean = toCleanText(text)
      expect(clean.isWellFormed()).toBe(true)
      const controls = [...clean].map((character) => character.codePointAt(0) ?? 0).filter((code) => code < 0x20)
      expect(controls.filter((code) => code !== 0x09 && code !== 0x0A)).toEqual([])
    }))
  })

  it('keeps what may stay, and is the same when cleaned again', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(toCleanText(text)).toBe(text)
    }))
    expect(toCleanText('a\r\nb\rc')).toBe('a\nb\nc')
  })
})

describe('a line', () => {
  it('is one line of at most the given length, whole characters only', () => {
    fc.assert(fc.property(anyText, fc.integer({ min: 2, max: 20 }), (text, maxLength) => {
      const line = toCleanLine(text, maxLength)
      expect(line.length).toBeLessThanOrEqual(maxLength)
      expect(line).not.toMatch(/[\n\t]/)
      expect(line.isWellFormed()).toBe(true)
    }))
  })

  it('is cut with an ellipsis, never inside of a pair', () => {
    expect(toCappedText('abcdef', 6)).toBe('abcdef')
    expect(toCappedText('abcdefg', 6)).toBe('abcde…')
    expect(toCappedText('abcd🦊fg', 6)).toBe('abcd…')
    expect(toCappedText('abc🦊efg', 6)).toBe('abc🦊…')
  })
})
