import fc from 'fast-check'
import MarkdownIt from 'markdown-it'
import { describe, expect, it } from 'vitest'
import { encloseMarkdown, toCodeBlock, toPlainLine } from '#layers/northlight/shared/markdown/enclose-markdown.ts'

const parser = new MarkdownIt({ html: true })

/** Marks, tags and words in any order: what breaks out of a document if anything does. */
const hardText = fc.array(fc.constantFrom('# One', '## You', 'Title\n===', 'Two\n---', '```', '~~~~', '`', '``', '<script>alert(1)</script>', '<!-- ', '-->', '<b', '>', '<https://example.org>', '</div>', '<?x', '<![CDATA[', '\n', '\n\n', '    ', '\t', '> ', '- ', '1. ', 'word', ' ', '|', '\\', '<img src=x onerror=alert(1)>', '`<i>`', '\r\n'), { maxLength: 24 }).map((pieces) => pieces.join(''))

function findHtml(markdown: string): unknown[] {
  return parser.parse(markdown, {}).filter(({ type, children }) => type === 'html_block' || (children ?? []).some((child) => child.type === 'html_inline'))
}

describe('enclosed Markdown', () => {
  it('holds no HTML, ends its fences, and puts no heading beside the document\'s own', () => {
    fc.assert(fc.property(hardText, (text) => {
      const document = `# Chat\n\n## Answer\n\n${encloseMarkdown(text)}\n\n## You\n\nA question\n`
      expect(findHtml(document)).toEqual([])
      const headings = parser.parse(document, {}).filter(({ type, level, tag }) => type === 'heading_open' && level === 0 && ['h1', 'h2'].includes(tag))
      expect(headings.map(({ tag }) => tag)).toEqual(['h1', 'h2', 'h2'])
    }), { numRuns: 2_000 })
  })

  it.each([
    ['plain words', 'plain words'],
    ['`Array<string>` and a < b', '`Array<string>` and a < b'],
    ['```html\n<b>kept</b>\n```', '```html\n<b>kept</b>\n```'],
    ['see <https://example.org>', 'see <https://example.org>'],
    ['# Result', '### Result'],
    ['Result\n======\ntext', '### Result\ntext'],
    ['###### Deep', '###### Deep'],
    ['> # Quoted', '> # Quoted'],
    ['hello <script>alert(1)</script>', 'hello &lt;script>alert(1)&lt;/script>'],
    ['```\ncut off', '```\ncut off\n```'],
    ['```\nwhole\n```', '```\nwhole\n```'],
  ])('of %j is %j', (text, enclosed) => {
    expect(encloseMarkdown(text)).toBe(enclosed)
  })
})

it('a block of code holds any text', () => {
  fc.assert(fc.property(hardText, (text) => {
    const [token, ...others] = parser.parse(toCodeBlock(text), {})
    expect([token?.type, token?.content.trimEnd(), others]).toEqual(['fence', text.replaceAll('\r\n', '\n').trimEnd(), []])
  }))
})

it('a plain line is one paragraph of text alone', () => {
  fc.assert(fc.property(fc.oneof(hardText, fc.string()), (text) => {
    const inline = parser.parse(`Name: ${toPlainLine(text)}`, {})[1]
    expect(inline?.children?.every((child) => child.type === 'text' || child.type === 'text_special')).toBe(true)
  }))
})

it('a text too long to parse is a block of code, however many fences are in it', () => {
  const text = '```` <b>\n'.repeat(200_000)
  expect(encloseMarkdown(text)).toBe(`\`\`\`\`\`\n${text}\n\`\`\`\`\``)
})
