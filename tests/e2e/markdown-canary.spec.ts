import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { z } from 'zod'
import { prepareCanaryPage } from './support/canary-page.ts'
import type { CanarySight, CanaryText } from './support/canary-page.ts'
import { expect, test as base } from './support/fixtures.ts'
import type { App } from './support/fixtures.ts'

const file = readFileSync(new URL('../fixtures/markdown/markdown-canary.json', import.meta.url), 'utf8')
const { cases } = z.object({ cases: z.array(z.object({ name: z.string(), markdown: z.string() })) }).parse(JSON.parse(file))

const largestLength = 20_000
const [atEitherEnd, between] = [500, 200]
/** Cases in one chat, and texts in one answer: more would make each step of the page slower. */
const casesAtOnce = 12
const textsAtOnce = 25
/** `npm run soak -- canary` draws each prefix of the largest as finished text too, `npm test` each tenth. */
const finishedStep = process.env.NORTHLIGHT_SOAK ? 1 : 10

/** On a busy machine. In milliseconds. */
const mayTakeMs = 480_000

/** What a person reads of each payload, spaces aside; the others stand as they were written. */
const readAs: Readonly<Record<string, string>> = {
  'image-inline': 'x',
  'image-reference': '![x][r]',
  'image-collapsed-reference': '![r][]',
  'image-in-link': 'a',
  'image-in-table': 'a b x c',
  'html-math-mutation': '<math><mtext><table><mglyph><style><!--</style><img title="--><img src=1 onerror=alert(1)>">',
  'link-javascript-entity': '[x](javascript:alert(1))',
  'link-javascript-newline-entity': '[x](java script:alert(1))',
  'link-text-is-other-host': 'https://github.com/login ({{CANARY_HOST}})',
  'link-userinfo': 'bank ({{CANARY_HOST}})',
  'link-title-break': 'x',
  'code-language-break': 'text Copy code code',
  'code-fence-unclosed': 'html Copy code <img src=x onerror=alert(1)>',
  'mermaid-html-label': 'mermaid Copy code graph TD; A["<img src=x onerror=alert(1)>"] --> B',
  'mermaid-click': 'mermaid Copy code graph TD; A --> B click A "javascript:alert(1)"',
  'heading-id-clobber': 'location cookie proto',
  'table-cell-html': '<b onclick=alert(1)>x</b> <svg/onload=alert(1)>',
  'entity-script': '<script>alert(1)</script>',
  'bidi-override': 'safe gnp.exe\u202C link',
  'block-in-text': 'json Copy code {"type":"data-approvals","data":{"id":"x"}}',
}

interface Canary {
  readonly origin: string
  /** What was asked of it, and what the page did that no text may make it do. */
  readonly caught: string[]
}

/** A server that nothing on the page may ask for anything. */
const test = base.extend<{ canary: Canary }>({
  canary: async ({ page, context }, use) => {
    const caught: string[] = []
    const server = createServer((request, response) => {
      caught.push(`${request.method} ${request.url}`)
      response.end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    page.on('dialog', (dialog) => {
      caught.push(`dialog: ${dialog.message()}`)
      void dialog.dismiss()
    })
    page.on('request', (request) => {
      if (request.url().startsWith(origin)) caught.push(`request: ${request.url()}`)
    })
    page.on('frameattached', (frame) => caught.push(`frame: ${frame.url()}`))
    context.on('page', (other) => {
      if (other !== page) caught.push(`page: ${other.url()}`)
    })
    await use({ origin, caught })
    await new Promise((resolve) => server.close(resolve))
  },
})

function fill(text: string, { origin }: Canary): string {
  return text.replaceAll('{{CANARY}}', origin).replaceAll('{{CANARY_HOST}}', new URL(origin).host)
}

function toCuts({ length }: string): number[] {
  const all = Array.from({ length }, (_, index) => index + 1)
  if (length < largestLength) return all
  const middle = length - 2 * atEitherEnd
  return [...all.slice(0, atEitherEnd), ...Array.from({ length: between }, (_, index) => atEitherEnd + Math.floor(middle * (index + 0.5) / between)), ...all.slice(-atEitherEnd)]
}

async function answer(page: Page, app: App, question: string, texts: CanaryText[]): Promise<CanarySight> {
  await app.ask(page, question)
  const sight = await page.evaluate((given) => window.canary.answer(given), texts)
  await expect(page.getByRole('button', { name: 'Send' })).toBeVisible()
  return sight
}

function toRead(text: string | undefined): string {
  return (text ?? '').replaceAll(/[\u202D\u202E]/g, '').replaceAll(/\s+/g, '')
}

/** One that the server knows: of another it would be said that it was deleted. */
async function openChat(page: Page, app: App): Promise<void> {
  await app.open(page, `/chat/${await app.importChat([{ id: 'before', role: 'user', parts: [{ type: 'text', text: 'Before' }] }])}`)
  await answer(page, app, 'Before', [{ text: 'x', cuts: [1], grows: true }])
}

test.beforeEach(async ({ page, app }) => {
  await app.saveLevel(4)
  await prepareCanaryPage(page)
})

test.describe('the canary itself', () => {
  // What it must notice is put into the page by hand, which our policy would refuse.
  test.use({ bypassCSP: true })

  test('each prefix is on the page when it is looked at', async ({ page, app, canary }) => {
    const text = 'The words of a plain answer come one by one.'
    const cuts = toCuts(text)
    await openChat(page, app)
    const { shown, looks } = await answer(page, app, 'Plain', [...cuts.map((cut) => ({ text, cuts: [cut], grows: false })), { text, cuts, grows: true }])
    expect(shown.slice(0, -1).map(toRead)).toEqual(cuts.map((cut) => toRead(text.slice(0, cut))))
    expect(looks).toBe(2 * cuts.length + 1)
    const bad = await page.evaluate(() => {
      document.querySelector('.nl-markdown')?.insertAdjacentHTML('beforeend', '<img alt="" src="data:,"><b style="color: red">x</b>')
      return window.canary.judge()
    })
    expect(bad).toEqual(expect.arrayContaining(['<img>', '<b>', 'style="color: red"']))
    expect(canary.caught).toEqual([])
  })
})

const short = cases.filter(({ markdown }) => markdown.length < largestLength)
const largest = cases.filter(({ markdown }) => markdown.length >= largestLength)

for (let start = 0; start < short.length; start += casesAtOnce) {
  const few = short.slice(start, start + casesAtOnce)
  test(`nothing gets out, whole and at every prefix, of ${few[0]?.name} to ${few.at(-1)?.name}`, async ({ page, app, canary }) => {
    test.setTimeout(mayTakeMs)
    await openChat(page, app)
    for (const { name, markdown } of few) await judgeCase(page, app, canary, name, markdown)
  })
}

for (const { name, markdown } of largest) {
  test(`nothing gets out, whole and at 1,200 prefixes, of ${name}`, async ({ page, app, canary }) => {
    test.setTimeout(mayTakeMs)
    await openChat(page, app)
    await judgeCase(page, app, canary, name, markdown)
  })
}

async function judgeCase(page: Page, app: App, canary: Canary, name: string, markdown: string): Promise<void> {
  const text = fill(markdown, canary)
  const cuts = toCuts(text)
  const whole = await measureWhole(page, app, text)
  const grown = await answer(page, app, `${name}, growing`, [{ text, cuts, grows: true }])
  const finished = text.length < largestLength ? cuts : cuts.filter((_, index) => index % finishedStep === 0)
  const sights = [whole.sight, grown]
  for (let start = 0; start < finished.length; start += textsAtOnce) {
    sights.push(await answer(page, app, `${name}, ${start}`, finished.slice(start, start + textsAtOnce).map((cut) => ({ text, cuts: [cut], grows: false }))))
  }
  console.log(`${name}: ${cuts.length} prefixes growing, ${finished.length} as finished text; whole ${whole.taskMs.toFixed(0)} ms of the main thread`)
  expect(sights.flatMap((sight) => sight.faults), name).toEqual([])
  expect(sights.reduce((sum, { looks }) => sum + looks, 0), name).toBe(2 + cuts.length + 1 + finished.length)
  expect(canary.caught, name).toEqual([])
  const expected = toRead(fill(readAs[name] ?? markdown, canary))
  for (const { shown } of [whole.sight, grown]) expect(toRead(shown[0]), name).toBe(expected)
}

/** Grows by all of it at once, and is finished. */
async function measureWhole(page: Page, app: App, text: string) {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const read = async () => (await session.send('Performance.getMetrics')).metrics.find((metric) => metric.name === 'TaskDuration')?.value ?? Number.NaN
  await app.ask(page, 'Whole')
  const before = await read()
  const sight = await page.evaluate((given) => window.canary.answer(given), [{ text, cuts: [text.length], grows: true }])
  const taskMs = (await read() - before) * 1_000
  await session.detach()
  await expect(page.getByRole('button', { name: 'Send' })).toBeVisible()
  return { sight, taskMs }
}

test('all of them, drawn by the server', async ({ page, app, canary }) => {
  // In one message: of several, those out of sight would not be in the page.
  const parts = cases.map(({ markdown }) => ({ type: 'text', text: fill(markdown, canary) }))
  await app.open(page, `/chat/${await app.importChat([{ id: 'question', role: 'user', parts: [{ type: 'text', text: 'All' }] }, { id: 'answer', role: 'assistant', parts }])}`)
  await expect(page.locator('[data-slot="answer"]')).toHaveCount(cases.length)
  const faults = await page.evaluate(() => window.canary.judge())
  // Room for messages that are not in the page has a height.
  expect(faults.filter((fault) => /^<(?:script|iframe|frame|object|embed|form|img|link|meta|base|style|video|audio)>|^on|^href|^style=(?!"height: \d+px;"$)|^src/.test(fault))).toEqual([])
  expect(canary.caught).toEqual([])
})
