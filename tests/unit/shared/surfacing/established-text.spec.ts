import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { isEstablishedText } from '#layers/northlight/shared/surfacing/established-text.ts'

vi.setConfig({ testTimeout: 60_000 })

it.each([
  'x'.repeat(281), 'One.\n\nTwo.', 'One.\r\n \t\r\nTwo.', '# Title', 'Intro\n- item', '* item', '12. item', '3) item', '> quoted', '```js\ncode', '~~~\ncode',
  '---\n', 'Title\n===\n', 'Title\n---\nmore', 'a | b\n--- | ---\n', '| a |\n|:-:|\nx',
])('is established: %j', (text) => {
  expect(isEstablishedText(text)).toBe(true)
})

it.each([
  '', 'x'.repeat(280), `  ${'x'.repeat(280)}\n\n`, 'One.\nTwo.\nThree.', '**bold** and `code`', '#hashtag', '-5 degrees', '1.5 seconds', '```inline```', '--', '***bold***', 'a | b', 'One.\n\n',
])('may still be a note: %j', (text) => {
  expect(isEstablishedText(text)).toBe(false)
})

it('stays established while the text grows', () => {
  const pieces = fc.constantFrom('a', ' ', '\n', '\r', '\r\n', '#', '-', '*', '_', '=', '|', ':', '`', '>', '~', '1.', '\t', 'word')
  fc.assert(fc.property(fc.array(pieces, { maxLength: 30 }), (parts) => {
    let text = ''
    let established = false
    for (const piece of parts) {
      text += piece
      const next = isEstablishedText(text)
      if (established) expect(next, JSON.stringify(text)).toBe(true)
      established = next
    }
  }), { numRuns: 5000 })
})

it('reads a long run of blanks in no time to speak of', () => {
  const started = performance.now()
  isEstablishedText(`a${'\n '.repeat(50_000)}b`)
  isEstablishedText(`${' '.repeat(100_000)}|${'\n'.repeat(100_000)}`)
  expect(performance.now() - started).toBeLessThan(2000)
})
