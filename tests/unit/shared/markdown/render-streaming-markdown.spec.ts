import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { healMarkdown } from '#layers/northlight/shared/markdown/heal-markdown.ts'
import { renderMarkdown } from '#layers/northlight/shared/markdown/render-markdown.ts'
import {
  renderSettledMarkdown, renderStreamingMarkdown, type StreamingMarkdown,
} from '#layers/northlight/shared/markdown/render-streaming-markdown.ts'
import { galleryAnswer } from '#layers/northlight/tests/fixtures/rows/gallery-answer.ts'

function stream(text: string, step = 1): StreamingMarkdown {
  let state = renderStreamingMarkdown('')
  for (let length = 0; length <= text.length + step; length += step) {
    state = renderStreamingMarkdown(text.slice(0, length), state)
  }
  return state
}

describe('streaming Markdown', () => {
  it('settles to one plain parse of the whole, in the same blocks', () => {
    fc.assert(fc.property(fc.array(fc.constantFrom('**b', '*', '`', '_a_', 'text ', '\n', '\n\n', '- ', '[x](', 'https://example.com', '~~', '|'), { maxLength: 16 }), (parts) => {
      const text = parts.join('')
      const state = stream(text, 3)
      const settled = renderSettledMarkdown(text, state)
      expect(settled).toHaveLength(state.html.length)
      expect(settled.join('')).toBe(renderMarkdown(text))
    }), { numRuns: 200 })
  })

  it('keeps the HTML of settled blocks while the text grows and when it is done', () => {
    const state = stream(galleryAnswer, 7)
    expect(renderSettledMarkdown(galleryAnswer, state).slice(0, -1)).toEqual(state.html.slice(0, -1))
    expect(state.html.length).toBeGreaterThan(5)
  })

  it('shows half-written marks as what they will be', () => {
    expect(stream('a **bo').html[0]).toBe('<p>a <strong>bo</strong></p>\n')
    expect(stream('see [the run](https://exam').html[0]).toBe('<p>see the run</p>\n')
    expect(stream('use `co').html[0]).toBe('<p>use <code>co</code></p>\n')
    expect(stream('![a chart](https://exam').html[0]).toBe('<p>a chart</p>\n')
  })

  it('shows a last block of more than 8 kB as plain text until it settles', () => {
    const long = `${'**word** '.repeat(1000)}`
    expect(stream(long, 4000).html[0]).toMatch(/^<p class="nl-unparsed">\*\*word/)
    expect(stream(`${long}\n\nnext`, 4000).html[0]).toContain('<strong>word</strong>')
    expect(renderSettledMarkdown(long, stream(long, 4000))[0]).toContain('<strong>word</strong>')
  })

  it('takes the outline of the headings from block to block', () => {
    expect(stream('## A\n\n### B\n\n## C').html.map((html) => html.slice(0, 3))).toEqual(['<h2', '<h3', '<h2'])
  })

  it('starts over when the text is another one', () => {
    expect(renderStreamingMarkdown('b', stream('a\n\na')).html).toEqual(['<p>b</p>\n'])
  })
})

describe('healMarkdown', () => {
  it.each(['```js\n**x', '- a\n  ```\n  **x', '    **x', '> ```\n> _x', 'done\n\n```\n`a', '~~~\n```\n**x'])('leaves code as it is: %j', (text) => {
    expect(healMarkdown(text)).toBe(text)
  })

  it('closes code in line before what stands around it', () => {
    expect(healMarkdown('**bold `code')).toBe('**bold `code`**')
    expect(healMarkdown('`` a ` **b')).toBe('`` a ` **b``')
  })

  it.each(['snake_case_name', '20~25', 'a < b', '- > 25', 'costs $5', '2 * 3'])('does not change finished text: %j', (text) => {
    expect(healMarkdown(text)).toBe(text)
  })
})
