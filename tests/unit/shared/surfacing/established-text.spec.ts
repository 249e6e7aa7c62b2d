import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { measureLeastMs } from '#layers/northlight/tests/support/measure-least.ts'
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

it('reads long runs of blanks in time that grows with their length', () => {
  const measure = (length: number) => {
    const texts = [`a${'\n '.repeat(length)}b`, `${' '.repeat(length)}|${'\n'.repeat(length)}`]
    return measureLeastMs(() => texts.forEach(isEstablishedText))
  }
  const [small, large] = [measure(25_000), measure(200_000)]
  console.log(`Read runs of 25,000 blanks in ${small.toFixed(3)} ms, of 200,000 in ${large.toFixed(3)} ms.`)
  // Eight times as long: in square time it would be 64 times.
  expect(large / small).toBeLessThan(24)
})
