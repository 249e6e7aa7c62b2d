import { expect, it } from 'vitest'
import { dropEmptyEnd } from '#layers/northlight/shared/markdown/drop-empty-end.ts'
import { renderStreamingMarkdown } from '#layers/northlight/shared/markdown/render-streaming-markdown.ts'

it('leaves a block that shows nothing yet without a place, and one with others after it where it is', () => {
  const { html } = renderStreamingMarkdown('Two tests failed.\n\n2.')
  expect(html).toEqual(['<p>Two tests failed.</p>\n', ''])
  expect(dropEmptyEnd(html)).toEqual(['<p>Two tests failed.</p>\n'])
  expect(dropEmptyEnd(['', '<p>a</p>'])).toEqual(['', '<p>a</p>'])
  expect(dropEmptyEnd(['\n', ''])).toEqual([])
})

it('gives blocks that all show something as they are', () => {
  const blocks = ['<p>a</p>']
  expect(dropEmptyEnd(blocks)).toBe(blocks)
})
