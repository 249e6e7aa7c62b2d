import type { Locator, Page } from '@playwright/test'
import type { App } from '#layers/northlight/tests/e2e/support/fixtures.ts'
import type { HeldStep } from '#layers/northlight/tests/e2e/support/held-model.ts'
import { expect, test } from '#layers/northlight/tests/e2e/support/held-fixtures.ts'

declare global {
  interface Window {
    shownElements: Element[]
    places: string[]
  }
}

const answer = '[data-slot="answer"]'
const code = '```js\nconst runs = [1, 2]\nfor (const run of runs) console.log("run", run)\n```'

async function openAnswer(page: Page, app: App, nextStep: () => Promise<HeldStep>): Promise<HeldStep> {
  await app.open(page)
  await app.ask(page, 'What failed?')
  // A new chat moves to its own address, where what is shown is made anew.
  await page.waitForURL(/\/chat\//)
  return nextStep()
}

/** Says a text in pieces of a few characters, each on the page before the next. */
async function sayInPieces(step: HeldStep, text: string, afterEach: () => Promise<void>): Promise<void> {
  for (const piece of text.match(/[\s\S]{1,5}/g) ?? []) {
    step.say(piece)
    await afterEach()
  }
}

/** Past the next frame, in which what came is drawn. */
const drawn = (page: Page) => page.evaluate(() => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))))

const heightOf = (element: Locator) => element.evaluate((shown) => shown.getBoundingClientRect().height)

test('M05 code is coloured once its block is done, without moving anything, and when no reader selects in it', async ({ page, app, model }) => {
  const step = await openAnswer(page, app, () => model.nextStep())
  step.say(code)
  const block = page.locator(`${answer} .nl-code`)
  await expect(block).toContainText('console.log')
  await expect(block.locator('[class^="hljs"]')).toHaveCount(0)
  const height = await heightOf(block)
  await block.locator('code').evaluate((element) => document.getSelection()?.selectAllChildren(element))
  const selected = await page.evaluate(() => document.getSelection()?.toString())
  step.say('\n\nThen more words.')
  await expect(page.locator(answer)).toContainText('Then more words.')
  await drawn(page)
  expect(await page.evaluate(() => document.getSelection()?.toString())).toBe(selected)
  await page.evaluate(() => document.getSelection()?.removeAllRanges())
  await expect(block.locator('.hljs-keyword').first()).toBeVisible()
  expect(await heightOf(block)).toBe(height)
  await block.evaluate((element) => {
    window.shownElements = [...element.querySelectorAll('*')]
  })
  step.say(' And the end.')
  step.end()
  await expect(page.getByRole('button', { name: 'Send' })).toBeVisible()
  expect(await page.evaluate(() => window.shownElements.every((element) => element.isConnected))).toBe(true)
})

test('M09 M16 words that are shown stay the same elements in the same place, and are selected still; an image is a link, and stays one', async ({ page, app, model }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).hostname))
  const step = await openAnswer(page, app, () => model.nextStep())
  step.say('It was **the nightly run** of [checkout](https://example.com/checkout), as ![the chart](https://example.com/chart.png) and `run-7` show: ')
  const shown = page.locator(`${answer} p`)
  await expect(shown).toContainText('show:')
  await shown.evaluate((paragraph) => {
    window.shownElements = [...paragraph.querySelectorAll('*')]
    window.places = window.shownElements.map((element) => JSON.stringify(element.getBoundingClientRect()))
    document.getSelection()?.selectAllChildren(paragraph.querySelector('strong') ?? paragraph)
  })
  await sayInPieces(step, 'it **failed** at 3, and *again* at 4; [the log](https://example.com/log) says so, in `line 12` of it.\n\n- one\n- two\n\nDone.', async () => {
    await drawn(page)
    expect(await page.evaluate(() => window.shownElements.map((element) => element.isConnected ? JSON.stringify(element.getBoundingClientRect()) : 'gone'))).toEqual(await page.evaluate(() => window.places))
    expect(await page.evaluate(() => document.getSelection()?.toString())).toBe('the nightly run')
  })
  step.end()
  await expect(page.getByRole('button', { name: 'Send' })).toBeVisible()
  expect(await page.evaluate(() => window.shownElements.map((element) => `${element.localName} ${element.isConnected}`))).toEqual(['strong true', 'a true', 'a true', 'code true'])
  await expect(page.locator(`${answer} img`)).toHaveCount(0)
  expect(asked).not.toContain('example.com')
})

test('M13 a long address in a table or a line widens nothing', async ({ page, app, model }) => {
  const address = `https://example.com/${'long'.repeat(100)}`
  const step = await openAnswer(page, app, () => model.nextStep())
  step.say(`At ${address}\n\n| run | log |\n|---|---|\n| 1 | ${address} |`)
  await expect(page.locator(`${answer} td a`)).toBeVisible()
  // At once: what is being written may be put anew between two looks.
  const [frame = 0, ...widths] = await page.locator(`${answer}, ${answer} p, ${answer} .nl-table-scroll`).evaluateAll((elements) => elements.map((element) => element.getBoundingClientRect().width))
  expect(widths.length).toBeGreaterThan(1)
  for (const width of widths) expect(width).toBeLessThanOrEqual(frame)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0)
  step.end()
})
