import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { renderMarkdown, renderMarkdownBlocks } from '#layers/northlight/shared/markdown/render-markdown.ts'
import { renderStreamingMarkdown, type StreamingMarkdown } from '#layers/northlight/shared/markdown/render-streaming-markdown.ts'
import { splitBlocks } from '#layers/northlight/shared/markdown/split-blocks.ts'

const canarySchema = z.object({ cases: z.array(z.object({ name: z.string(), markdown: z.string() })) })
const canaryFile = readFileSync(new URL('../../../fixtures/markdown/markdown-canary.json', import.meta.url), 'utf8')
const canaries = canarySchema.parse(JSON.parse(canaryFile)).cases.map(({ name, markdown }) => ({
  name,
  markdown: markdown.replaceAll('{{CANARY}}', 'http://canary.example:4000').replaceAll('{{CANARY_HOST}}', 'canary.example:4000'),
}))

const payloads = [
  '[x](javascript:alert(1))', '[x](JAVASCRIPT:alert(1))', '[x](data:text/html;base64,PHN2Zz4=)', '[x](vbscript:x)', '[x](file:///etc/passwd)',
  '<a href="javascript:alert(1)">x</a>', '<img src=x onerror=alert(1)>', '<svg/onload=alert(1)>', '[x](&#x6a;avascript:alert(1))',
  '<https://example.com/"onmouseover="alert(1)>', '![x](javascript:alert(1))', '[a]: javascript:alert(1)\n\n[a]', '`<img src=x>`',
  '```html" onclick="x\n<script>\n```', '| <img src=x> |\n|---|\n| [x](javascript:1) |', '# <script>alert(1)</script>',
  '[x](https://example.com "\\"onclick=alert(1)")', '\u202Egpj.exe', '//example.com/x', 'ftp://example.com/x',
]

/** The only elements and attributes that the renderer writes. */
const allowedTag = /^<(?:\/?(?:p|strong|em|s|ul|ol|li|blockquote|hr|br|h[2-6]|code|pre|div|span|button|a|table|thead|tbody|tr|th|td))(?: (?:class="[\w +#-]*"|start="\d+"|href="[^"]*"|title="[^"]*"|rel="noopener noreferrer nofollow"|target="_blank"|role="group"|aria-label="Table"|tabindex="0"|type="button"|data-copy-code))*\s*\/?>$/

function expectSafe(html: string): void {
  for (const [tag] of html.matchAll(/<[^>]*>/g)) {
    expect(tag).toMatch(allowedTag)
  }
  for (const [, href] of html.matchAll(/href="([^"]*)"/g)) {
    expect(href).toMatch(/^(?:https?:\/\/|mailto:)/i)
  }
  expect(html).not.toContain('src=x"')
  expect(html).not.toMatch(/[\u202D\u202E]/)
}

/** Every prefix of a short text, about 60 of a long one. */
function toPrefixes(text: string): string[] {
  const step = Math.max(1, Math.floor(text.length / 60))
  return Array.from({ length: Math.ceil(text.length / step) }, (_, index) => text.slice(0, index * step))
}

describe('untrusted Markdown', () => {
  const cases = [...canaries, ...payloads.map((markdown) => ({ name: markdown, markdown }))]

  it.each(cases)('writes only its own elements, whole and while it streams: $name', ({ markdown }) => {
    expectSafe(renderMarkdown(markdown))
    let streaming: StreamingMarkdown | undefined
    for (const prefix of [...toPrefixes(markdown), markdown]) {
      streaming = renderStreamingMarkdown(prefix, streaming)
      streaming.html.forEach(expectSafe)
    }
  })

  it.each(canaries)('parses in under 200 ms of processor time: $name', ({ markdown }) => {
    // Time on the processor: a busy machine must not count.
    const before = process.threadCpuUsage()
    renderMarkdown(markdown)
    const { user, system } = process.threadCpuUsage(before)
    expect((user + system) / 1000).toBeLessThan(200)
  })
})

describe('renderMarkdown', () => {
  it('shows the real host of a link whose text names another, or whose address hides it', () => {
    expect(renderMarkdown('[https://github.com/login](http://evil.example/login)')).toContain('https://github.com/login (evil.example)</a>')
    expect(renderMarkdown('[bank](https://bank.example@evil.example:8080/)')).toContain('bank (evil.example:8080)</a>')
    expect(renderMarkdown('[www.example.com](https://example.com/a)')).toContain('>www.example.com</a>')
    expect(renderMarkdown('[the docs](https://example.com/a)')).toContain('>the docs</a>')
  })

  it('turns images to links and keeps an image inside a link as that link’s text', () => {
    expect(renderMarkdown('![a chart](https://example.com/a.png)')).toContain(
      '<a href="https://example.com/a.png" rel="noopener noreferrer nofollow" target="_blank">a chart</a>')
    expect(renderMarkdown('[![a](https://example.com/i)](https://example.com)').match(/<a /g)).toHaveLength(1)
  })

  it('reads bold next to Chinese punctuation', () => {
    expect(renderMarkdown('**强调。**后面')).toContain('<strong>强调。</strong>')
  })

  it('leaves file names, HTML and intraword marks as text', () => {
    expect(renderMarkdown('See README.md and snake_case_name <b>x</b>')).toBe(
      '<p>See README.md and snake_case_name &lt;b&gt;x&lt;/b&gt;</p>\n')
  })

  it('never skips a heading level, whatever the text does', () => {
    expect(renderMarkdown('#### A\n\n###### B\n\n#### C').match(/<h\d/g)).toEqual(['<h2', '<h3', '<h2'])
  })

  it('respects the start of a list and wraps a table in a box of its own', () => {
    expect(renderMarkdown('7. x')).toContain('<ol start="7">')
    expect(renderMarkdown('| a |\n|--:|\n| 1 |')).toMatch(/^<div class="nl-table-scroll" [^>]*tabindex="0"><table>[^]*<th class="nl-align-right">/)
  })

  it('loses no text to nesting, however deep', () => {
    expect(renderMarkdown(`${'>'.repeat(500)} still here`)).toContain('still here</p>')
    expect(renderMarkdown(Array.from({ length: 120 }, (_, depth) => `${'  '.repeat(depth)}- item ${depth}`).join('\n'))).toContain('item 119')
  })

  it('resolves a reference across blocks when it renders by blocks', () => {
    const blocks = splitBlocks('See [the run][r].\n\nMore.\n\n[r]: https://example.com/r').blocks
    expect(blocks).toHaveLength(3)
    expect(renderMarkdownBlocks(blocks)[0]).toContain('href="https://example.com/r"')
  })
})

describe('a text that is too long to parse', () => {
  it('stands as plain text, whole and safe', () => {
    const text = `**bold** <b>raw</b> [link](https://example.org)\n\n${'word '.repeat(50_000)}`
    const html = renderMarkdown(text)
    expect(html).toContain('**bold** &lt;b&gt;raw&lt;/b&gt; [link](https://example.org)')
    expect(html).not.toMatch(/<(?:a|b|strong)\b/)
  })
})
