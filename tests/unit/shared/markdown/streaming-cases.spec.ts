import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { renderMarkdown } from '#layers/northlight/shared/markdown/render-markdown.ts'
import {
  renderSettledMarkdown, renderStreamingMarkdown, type StreamingMarkdown,
} from '#layers/northlight/shared/markdown/render-streaming-markdown.ts'

/** The HTML at every prefix, each from the one before it. */
function streamAll(text: string): string[] {
  let state: StreamingMarkdown | undefined
  return Array.from({ length: text.length }, (_, index) => {
    state = renderStreamingMarkdown(text.slice(0, index + 1), state)
    return state.html.join('')
  })
}

function settle(text: string): string {
  return renderSettledMarkdown(text, renderStreamingMarkdown(text)).join('')
}

const toText = (html: string) => html.replaceAll(/<[^>]*>/g, '').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')

describe('Markdown that is being written', () => {
  it('M01 reads emphasis beside Chinese, Japanese and Korean', () => {
    for (const text of ['**これは重要。**次の文。', '这是**“重点”**文字。', '**한국어(Korean)**입니다.']) {
      expect(settle(text), text).toContain('<strong>')
      expect(toText(settle(text)), text).not.toContain('*')
      for (const html of streamAll(text)) expect(toText(html), text).not.toContain('*')
    }
  })

  it.each([
    ['- one\n- two', /[-<]h\d|-/], ['Words\n\n1. one\n2. two\n10. ten', /\d/], ['* one\n  * two', /\*/], ['- [ ] one\n- [x] two', /\[(?![ x]\] \w)/], ['Words\n- one', /-|<h\d/],
    ['> - one\n> - two', /-|&gt;/],
  ])('M03 holds back the mark of an item that has no words yet: %j', (text, half) => {
    for (const html of streamAll(text)) {
      expect(toText(html)).not.toMatch(half)
      expect(html).not.toMatch(/<h\d|<li>\s*<\/li>/)
    }
  })

  it('M04 leaves names with underscores alone', () => {
    for (const html of streamAll('Set snake_case_name, a_b_c and MAX_OF__ALL in my_file.')) expect(html).not.toMatch(/<em>|<strong>/)
  })

  it.each(['```js\nconst **a = `b` * _c_\n[x](y\n```', 'Use `**kwargs` and `_a`.', '- a\n\n  ```py\n  **x = [\n  ```', '    **indented [code'])('M06 M15 mends nothing inside code: %j', (text) => {
    const code = toCode(settle(text))
    for (const html of streamAll(text)) expect(code.startsWith(toCode(html).trimEnd()), html).toBe(true)
  })

  it('M07 settles to one plain parse of the whole', () => {
    fc.assert(fc.property(fc.array(fc.constantFrom('**b', '*', '`', '_a_', 'text ', '\n', '\n\n', '- ', '1. ', '[x](', '[r]', '[r]: https://example.com\n', '~~', '|', '```', '> ', '# ', '|---|', '<b>'), { maxLength: 20 }), (parts) => {
      const text = parts.join('')
      let state: StreamingMarkdown = renderStreamingMarkdown('')
      for (let length = 1; length <= text.length; length += 2) state = renderStreamingMarkdown(text.slice(0, length), state)
      expect(renderSettledMarkdown(text, state).join('')).toBe(renderMarkdown(text))
    }), { numRuns: 300 })
  })

  it('M08 shows a tag that it does not know as text, open or closed', () => {
    const text = '<thinking>So **this** is it.\n\nMore, and </thinking> then <artifact id="x"> rest.'
    expect(toText(settle(text))).toBe(`${text.replaceAll('**', '').replace('\n\n', '\n')}\n`)
    expect(settle(text)).toContain('<strong>this</strong>')
    for (const html of streamAll(text).slice(40)) expect(html).toContain('<strong>this</strong>')
  })

  it('M11 counts from the first number, and knows the definitions of earlier blocks', () => {
    for (const html of streamAll('7. seven\n8. eight').slice(3)) expect(html).toContain('<ol start="7">')
    const text = '[run]: https://example.com/run\n\nWords.\n\nSee [run].'
    expect(streamAll(text).at(-1)).toContain('href="https://example.com/run"')
    expect(settle('See [run].\n\nWords.\n\n[run]: https://example.com/run')).toContain('href="https://example.com/run"')
    for (const html of streamAll('[run]: https://example.com/longer\n\n[run]').slice(-2)) expect(html).not.toMatch(/href="(?!https:\/\/example\.com\/longer")/)
  })

  it('M12 shows a table from its columns on, each row full, and text that is no table when that is sure', () => {
    const text = 'Words\n\n| a | b |\n|---|--:|\n| 1 | **2** |\n| 3 | 4 |'
    for (const html of streamAll(text)) {
      expect(toText(html)).not.toMatch(/[|*]|--/)
      for (const row of html.match(/<tr>.*?<\/tr>/gs) ?? []) expect(row.match(/<t[hd]/g)).toHaveLength(2)
    }
    expect(streamAll('| no table\nat all').at(-1)).toContain('| no table')
    expect(settle('| a | b |\n|--')).toBe(renderMarkdown('| a | b |\n|--'))
    expect(settle('| a | b |')).toContain('| a | b |')
  })

  it('M13 shows no half of a link’s address', () => {
    for (const text of ['See [the run](https://example.com/a/very/long/path?x=1) now.', '[r]: https://example.com/a\n\nSee [the run][r] now.', '![a chart](https://example.com/c.png)']) {
      for (const html of streamAll(text).slice(text.lastIndexOf('\n') + 1)) {
        expect(toText(html)).not.toMatch(/https?|example|[[\](]/)
      }
    }
  })

  it('M15 closes a fence that was left open', () => {
    for (const text of ['```js\nx', '- a\n\n  ~~~\n  x', 'a\n\n````\n```\nx']) {
      expect(settle(text)).toMatch(/x\n?<\/code><\/pre><\/div>/)
      expect(settle(text)).toBe(renderMarkdown(text))
    }
  })

  it('M17 holds back half of a citation', () => {
    for (const text of ['So it is [1].', 'So it is [^12].', 'So it is [1][2].', 'So it is 【4†source】.', 'So it is [3](https://example.com/3).']) {
      for (const html of streamAll(text)) expect(toText(html), html).not.toMatch(/\[[^\]]*$|【[^】]*$/)
    }
  })
})

/** The code in a text's HTML, as it was written. */
function toCode(html: string): string {
  return toText([...html.matchAll(/<code[^>]*>(.*?)<\/code>/gs)].map(([, code]) => code).join('\n'))
}
