import { mountSuspended } from '@nuxt/test-utils/runtime'
import { nextTick } from 'vue'
import { afterEach, beforeEach, expect, it } from 'vitest'
import Bench from '#layers/northlight/pages/bench.vue'
import { toDeltas, toStreamingTranscript } from '#layers/northlight/tests/fixtures/bench/workload.ts'

/** What a delta may render again: the row that is being written, and its Markdown. */
const writtenRow = ['MessageRow', 'AnswerProse', 'MarkdownText', 'MarkdownBlock']
/** What typing may: the composer, and the page round it. */
const composer = ['bench', 'SurfaceFrame', 'ChatComposer', 'UiIcon']

const messageCount = 10
const deltas = toDeltas(600).slice(0, 50)
let page: Awaited<ReturnType<typeof mountSuspended>>

const drawFrame = async () => {
  await new Promise((resolve) => requestAnimationFrame(resolve))
  await nextTick()
}

const toCounts = () => window.bench.counts?.() ?? expect.unreachable('The page does not count.')

beforeEach(async () => {
  page = await mountSuspended(Bench, { route: '/?count=1' })
  await window.bench.mount(toStreamingTranscript(messageCount))
  window.bench.push('What was said before.\n\n')
  await drawFrame()
  window.bench.resetCounts?.()
})

afterEach(() => page.unmount())

it('renders the row again that is being written, and nothing else', async () => {
  for (const delta of deltas) {
    window.bench.push(delta)
    await drawFrame()
  }
  const { updates, mounts, parsedCharacters } = toCounts()
  expect(page.text()).toContain(deltas.at(-1)?.trim())
  expect(updates).toMatchObject({ MarkdownText: deltas.length })
  expect(Object.keys({ ...updates, ...mounts }).filter((name) => !writtenRow.includes(name))).toEqual([])
  expect(parsedCharacters).toBeGreaterThan(0)
})

it('renders no part of the transcript again while somebody types', async () => {
  const typed = ['W', 'Wh', 'Why']
  for (const text of typed) await page.get('textarea').setValue(text)
  const { updates, parsedCharacters } = toCounts()
  expect(updates).toMatchObject({ ChatComposer: typed.length })
  expect(Object.keys(updates).filter((name) => !composer.includes(name))).toEqual([])
  expect(parsedCharacters).toBe(0)
})
