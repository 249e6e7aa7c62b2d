import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { markdownParser } from '#layers/northlight/shared/markdown/markdown-parser.ts'
import { renderMarkdown, renderMarkdownBlocks } from '#layers/northlight/shared/markdown/render-markdown.ts'
import { splitBlocks } from '#layers/northlight/shared/markdown/split-blocks.ts'

const lines = [
  '', '', '', ' ', 'text', 'text **bold', '- item', '  - nested', '1. one', '10. ten', '  indented', '    code', '\ttab', '```', '```js',
  '~~~', '  ```', '> quote', '# Head', '---', '| a | b |', '|---|---|', '| 1 | 2 |', '[r]: https://example.com', '* * *', '===', '\u00A0', '<div>',
]
const lineEnds = fc.constantFrom('\n', '\n', '\n', '\r\n', '\r')
const markdown = fc.array(fc.tuple(fc.constantFrom(...lines), lineEnds), { maxLength: 24 })
  .map((pairs) => pairs.map(([line, end]) => line + end).join(''))

describe('splitBlocks', () => {
  it('gives the text back, character by character', () => {
    fc.assert(fc.property(fc.oneof(markdown, fc.string({ unit: 'binary' })), (text) => {
      expect(splitBlocks(text).blocks.join('')).toBe(text)
    }), { numRuns: 500 })
  })

  it('never changes a settled block when more comes, from the start or from an earlier split', () => {
    fc.assert(fc.property(markdown, (text) => {
      let split = splitBlocks('')
      for (let length = 1; length <= text.length; length += 1) {
        const settled = split.blocks.slice(0, -1)
        split = splitBlocks(text.slice(0, length), split)
        expect(split.blocks.slice(0, settled.length)).toEqual(settled)
        expect(splitBlocks(text.slice(0, length)).blocks).toEqual(split.blocks)
      }
    }), { numRuns: 200 })
  })

  it('starts over when the text is another one', () => {
    expect(splitBlocks('b\n\nc', splitBlocks('a\n\nb')).blocks).toEqual(['b\n\n', 'c'])
  })

  it('splits only where blocks part: rendered in blocks, a text is the same as whole', () => {
    fc.assert(fc.property(markdown, (text) => {
      expect(renderMarkdownBlocks(splitBlocks(text).blocks).join('')).toBe(renderMarkdown(text))
    }), { numRuns: 500 })
  })

  it('renders each block by itself as it is in the whole, where no reference reaches across', () => {
    const withoutReferences = markdown.filter((text) => !text.includes('[r]'))
    fc.assert(fc.property(withoutReferences, (text) => {
      const { blocks } = splitBlocks(text)
      const toOutline = (html: string) => html.replace(/<(\/?)h\d/g, '<$1h')
      expect(blocks.map((block) => toOutline(renderMarkdown(block))).join('')).toBe(toOutline(renderMarkdown(text)))
    }), { numRuns: 500 })
  })

  it('keeps fences, loose lists, quotes and tables whole', () => {
    const fence = '```js\na\n\nb\n```'
    const list = '- a\n\n- b\n\n  ```\n  x\n\n  y\n  ```'
    const table = '| a |\n|---|\n| 1 |'
    expect(splitBlocks([fence, list, 'text', table, '> a\n> \n> b', 'end'].join('\n\n')).blocks.map((block) => block.trim())).toEqual(
      [fence, list, 'text', table, '> a\n> \n> b', 'end'])
  })

  it('does not split an open fence that holds blank lines', () => {
    expect(splitBlocks('text\n\n```\na\n\nb\n\nc').blocks).toHaveLength(2)
  })

  it.each([
    ['a loose list', '- one item\n\n'], ['numbers', '1. one item\n\n  more of it\n\n'], ['a fence', 'code\n\n'], ['a quote', '> words\n'], ['a table', '| 1 |\n'], ['blank lines', '\n'],
  ])('reads no character of a block again, however long it grows: %s', (_name, piece) => {
    const parse = vi.spyOn(markdownParser.block, 'parse').mockClear()
    const text = `${piece.startsWith('code') ? '```js\n' : piece.startsWith('|') ? '| a |\n|---|\n' : ''}${piece.repeat(400)}end`
    let split = splitBlocks('')
    for (let length = 1; length <= text.length; length++) split = splitBlocks(text.slice(0, length), split)
    const read = parse.mock.calls.reduce((sum, [source]) => sum + source.length, 0)
    expect(read).toBeLessThan(3 * text.length)
  })
})
