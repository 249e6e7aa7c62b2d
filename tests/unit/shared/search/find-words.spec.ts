import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findWords } from '#layers/northlight/shared/search/find-words.ts'
import { foldText, foldWithPlaces } from '#layers/northlight/shared/search/fold-text.ts'

const text = fc.string({ unit: 'grapheme', maxLength: 200 })
const toFound = (whole: string, ...words: string[]) => findWords(whole, words.map(foldText)).map(({ start, end }) => whole.slice(start, end))

describe('finding words in a text', () => {
  it('takes no notice of case and accents, and gives the letters as they stand', () => {
    expect(toFound('Żółw, ZOŁW and zo\u0301łw', 'zołw')).toEqual(['Żółw', 'ZOŁW', 'zo\u0301łw'])
    expect(toFound('Ω ΟΔΟΣ οδός', 'οδος')).toEqual(['ΟΔΟΣ', 'οδός'])
    expect(toFound('İstanbul 👍 Crème', 'creme', 'istanbul')).toEqual(['İstanbul', 'Crème'])
  })

  it('marks a stretch once, by the longer word, and nothing for no word', () => {
    expect(toFound('basket baskets', 'basket', 'baskets')).toEqual(['basket', 'baskets'])
    expect(toFound('aaa', 'aa')).toEqual(['aa'])
    expect(toFound('text', '')).toEqual([])
  })

  it('finds whatever word is in it, in order and never twice', () => {
    fc.assert(fc.property(text, fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 6 }), text, (left, word, right) => {
      const whole = `${left}${word}${right}`
      const ranges = findWords(whole, [foldText(word)])
      expect(ranges.length).toBeGreaterThan(0)
      for (const [index, { start, end }] of ranges.entries()) {
        expect(start).toBeGreaterThanOrEqual(ranges[index - 1]?.end ?? 0)
        expect(foldText(whole.slice(start, end))).toContain(foldText(word))
      }
    }))
  })

  it('folds a text by its characters as it folds it whole, and ends where the text ends', () => {
    fc.assert(fc.property(fc.string({ unit: fc.constantFrom(...'aZßıİÉé̂ΣσςŁ한ﬁ👍\u0301 '), maxLength: 40 }), (whole) => {
      const { folded, toPlace } = foldWithPlaces(whole)
      expect(folded).toBe(foldText(whole))
      expect(toPlace(folded.length)).toBe(whole.length)
    }))
  })
})
