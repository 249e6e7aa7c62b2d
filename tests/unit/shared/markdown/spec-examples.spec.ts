import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { renderMarkdown } from '#layers/northlight/shared/markdown/render-markdown.ts'
import {
  renderSettledMarkdown, renderStreamingMarkdown, type StreamingMarkdown,
} from '#layers/northlight/shared/markdown/render-streaming-markdown.ts'

const fileSchema = z.object({ examples: z.array(z.object({ section: z.string(), markdown: z.string() })) })

function readExamples(name: string) {
  const file = readFileSync(new URL(`../../../fixtures/markdown/${name}`, import.meta.url), 'utf8')
  return fileSchema.parse(JSON.parse(file)).examples
}

const specs = { CommonMark: { file: 'commonmark-examples.json', count: 652 }, GFM: { file: 'gfm-examples.json', count: 44 } }

const toText = (html: string) => html.replaceAll(/<[^>]*>/g, '')

describe.each(Object.entries(specs))('the examples of %s', (_name, { file, count }) => {
  const examples = readExamples(file)
  const sections = [...new Set(examples.map(({ section }) => section))]

  it('are all here', () => {
    expect(examples).toHaveLength(count)
  })

  it.each(sections)('M07 draw at every prefix, and settle to a plain parse of the whole: %s', (section) => {
    for (const { markdown } of examples.filter((example) => example.section === section)) {
      let state: StreamingMarkdown | undefined
      for (let length = 0; length <= markdown.length; length++) {
        const prefix = markdown.slice(0, length)
        state = renderStreamingMarkdown(prefix, state)
        const settled = renderSettledMarkdown(prefix, state).join('')
        const plain = renderMarkdown(prefix)
        expect(toText(settled), prefix).toBe(toText(plain))
        expect(settled, prefix).toBe(plain)
      }
    }
  })
})
