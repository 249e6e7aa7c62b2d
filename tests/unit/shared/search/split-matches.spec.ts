import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseSearchWords } from '#layers/northlight/shared/search/parse-search-words.ts'
import { splitMatches } from '#layers/northlight/shared/search/split-matches.ts'
import { toSnippet } from '#layers/northlight/shared/search/to-snippet.ts'

const words = fc.array(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 6 }), { maxLength: 4 })
const text = fc.string({ unit: 'grapheme', maxLength: 400 })

describe('searching a text', () => {
  it('cuts it without losing a character', () => {
    fc.assert(fc.property(text, words, (whole, wanted) => splitMatches(whole, wanted).map((stretch) => stretch.text).join('') === whole))
  })

  it('finds each word that is in it', () => {
    fc.assert(fc.property(text, fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 6 }), text, (left, word, right) => splitMatches(left + word + right, [word]).some((stretch) => stretch.isMatch)))
  })

  it('marks words whatever their case, the longest first, and takes signs for themselves', () => {
    expect(splitMatches('A basket, Baskets (1+1)', ['basket', 'BASKETS', '(1+1)'])).toEqual([
      { text: 'A ', isMatch: false }, { text: 'basket', isMatch: true }, { text: ', ', isMatch: false }, { text: 'Baskets', isMatch: true }, { text: ' ', isMatch: false }, { text: '(1+1)', isMatch: true },
    ])
  })

  it('shows a short line that holds the first hit whole', () => {
    fc.assert(fc.property(fc.lorem({ mode: 'sentences', maxCount: 30 }), fc.lorem({ mode: 'sentences', maxCount: 30 }), (left, right) => {
      const snippet = toSnippet(`${left} Kingfisher ${right}`, ['kingfisher'])
      return snippet.includes('Kingfisher') && snippet.length <= 142 && !snippet.includes('\n')
    }))
  })

  it('shows the beginning where no word is found, and a short text whole', () => {
    expect(toSnippet('A short\n\ttext', ['none'])).toBe('A short text')
    expect(toSnippet('', ['none'])).toBe('')
    expect(toSnippet('x'.repeat(300), [])).toBe(`${'x'.repeat(100)}…`)
  })

  it('reads at most eight words, each once', () => {
    expect(parseSearchWords('  One two\nONE \u0000 three ')).toEqual(['ONE', 'two', 'three'])
    expect(parseSearchWords('a b c d e f g h i j')).toHaveLength(8)
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (search) => parseSearchWords(search).every((word) => word !== '' && !/[\s\0]/.test(word) && word.isWellFormed())))
  })
})
