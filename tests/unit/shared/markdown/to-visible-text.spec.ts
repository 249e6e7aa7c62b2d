import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { renderMarkdown } from '#layers/northlight/shared/markdown/render-markdown.ts'
import { toVisibleText } from '#layers/northlight/shared/markdown/to-visible-text.ts'

describe('toVisibleText', () => {
  it.each([
    ['# A **bo**ld [link](https://hidden.example "t")', 'A bold link'],
    ['one\ntwo\n\n- a\n- `b`', 'one\ntwo\na\nb'],
    ['```js\nlet a\n```', 'let a\n'],
    ['| a | b |\n| - | - |\n| c | d |', 'a\nb\nc\nd'],
    ['![a picture](https://hidden.example/p.png)', 'a picture'],
    ['<b>raw</b> &amp; \\*', '<b>raw</b> & *'],
  ])('of %s is what is read', (markdown, text) => {
    expect(toVisibleText(markdown)).toBe(text)
  })

  it('has every word that is rendered', () => {
    const words = fc.array(fc.constantFrom('heron', 'owl', '**wren**', '`tern`', '- rook', '> kite', '\n\n', '\n', '# ', '| a |', '[x](y)', '*', '&lt;'), { maxLength: 30 })
    fc.assert(fc.property(words, (pieces) => {
      const markdown = pieces.join(' ')
      const html = renderMarkdown(markdown).replaceAll(/<[^>]*>/g, ' ')
      for (const word of ['heron', 'owl', 'wren', 'tern', 'rook', 'kite']) expect(toVisibleText(markdown).split(word).length).toBe(html.split(word).length)
    }))
  })
})
