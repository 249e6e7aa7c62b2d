import type { CDPSession, Page } from '@playwright/test'
import { placementMessage } from '#layers/northlight/tests/fixtures/messages/placement-message.ts'
import type { HeldStep } from '#layers/northlight/tests/e2e/support/held-model.ts'
import { expect, test } from '#layers/northlight/tests/e2e/support/held-fixtures.ts'

declare global {
  interface Window {
    shifts: string[]
    find(text: string, isCaseSensitive: boolean, isBackwards: boolean, wraps: boolean): boolean
  }
}

test.use({ viewport: { width: 800, height: 600 }, hasTouch: true })

const log = '[data-slot="transcript"]'
const lines = (count: number, from = 0) => Array.from({ length: count }, (_, index) => `Line ${from + index} of the answer.\n\n`)

const readTop = (page: Page) => page.locator(log).evaluate((element) => element.scrollTop)
/** The place once the browser's own scrolling, which keys and fingers animate, has come to rest. */
const readRestingTop = (page: Page) => page.locator(log).evaluate((element) => new Promise<number>((resolve) => {
  let still = 0
  let top = element.scrollTop
  const look = () => {
    still = element.scrollTop === top ? still + 1 : 0
    top = element.scrollTop
    if (still === 20) resolve(top)
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}))

const isAtEnd = (page: Page) => page.locator(log).evaluate((element) => element.scrollHeight - element.clientHeight - element.scrollTop <= 4)

/** An answer that is being written and fills the screen already, its end followed. */
async function openLongAnswer(page: Page, app: { open(page: Page): Promise<void>, ask(page: Page, text: string): Promise<void> }, nextStep: () => Promise<HeldStep>) {
  await app.open(page)
  await app.ask(page, 'What failed?')
  await expect(page).toHaveURL(/\/chat\//)
  const step = await nextStep()
  for (const line of lines(40)) step.say(line)
  await expect(page.locator(log)).toContainText('Line 39')
  await expect.poll(() => isAtEnd(page)).toBe(true)
  return step
}

/** Every way that says "let me read that again". */
const upwardIntents: Record<string, (page: Page, browser: CDPSession) => Promise<void>> = {
  'the wheel': async (page) => {
    await page.locator(log).hover()
    await page.mouse.wheel(0, -40)
  },
  'a finger': async (_page, browser) => {
    await browser.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x: 400, y: 200 }] })
    for (const y of [215, 235, 260]) await browser.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x: 400, y }] })
    await browser.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  },
  'Page Up': async (page) => page.locator(log).press('PageUp'),
  'Arrow Up': async (page) => page.locator(log).press('ArrowUp'),
  'Home': async (page) => page.locator(log).press('Home'),
  'the scroll bar': async (page) => page.locator(log).evaluate((element) => void (element.scrollTop -= 300)),
  'find': async (page) => expect(await page.evaluate(() => window.find('Line 12 of', false, false, true))).toBe(true),
  'a selection': async (page) => page.evaluate(() => {
    const paragraph = [...document.querySelectorAll('[data-slot="answer"] p')].at(-2)
    if (paragraph) document.getSelection()?.selectAllChildren(paragraph)
  }),
}

for (const [name, intend] of Object.entries(upwardIntents)) {
  test(`L01 ${name} leaves the end while an answer grows, and nothing moves the page until Newest brings it back`, async ({ page, context, app, model }) => {
    const step = await openLongAnswer(page, app, () => model.nextStep())
    const browser = await context.newCDPSession(page)
    await intend(page, browser)
    const top = await readRestingTop(page)
    for (const line of lines(12, 40)) step.say(line)
    await expect(page.locator(log)).toContainText('Line 51')
    expect(await readTop(page)).toBe(top)
    const newest = page.getByRole('button', { name: 'Newest' })
    await expect(newest).toBeVisible()
    step.say('And that is all.')
    step.end()
    await expect(page.getByRole('button', { name: 'Send' })).toBeVisible()
    expect(await readTop(page)).toBe(top)
    await newest.click()
    await expect(newest).toHaveCount(0)
    expect(await isAtEnd(page)).toBe(true)
    // The button is gone, and the focus is where one reads on.
    await expect(page.locator(log)).toBeFocused()
  })
}

test('L10 the end stays in view while the field below grows and shrinks, and a place above it stays too', async ({ page, app, model }) => {
  const step = await openLongAnswer(page, app, () => model.nextStep())
  const field = page.getByRole('textbox', { name: 'Message' })
  const height = async () => (await page.locator(log).boundingBox())?.height ?? Number.NaN
  const before = await height()
  await field.fill('One line.\n'.repeat(5))
  expect(await height()).toBeLessThan(before)
  await expect.poll(() => isAtEnd(page)).toBe(true)
  await field.fill('')
  await expect.poll(height).toBe(before)
  await expect.poll(() => isAtEnd(page)).toBe(true)
  await upwardIntents['Page Up']?.(page, await page.context().newCDPSession(page))
  const top = await readRestingTop(page)
  await field.fill('One line.\n'.repeat(5))
  expect(await height()).toBeLessThan(before)
  expect(await readRestingTop(page)).toBe(top)
  step.end()
})

test('L06 a reader in the middle of an earlier answer is never taken to the end: not by words, a card, the turn\'s end or another level', async ({ page, context, app, model }) => {
  await app.saveLevel(1)
  const exchanges = Array.from({ length: 6 }, (_, index) => [
    { id: `q${index}`, role: 'user', parts: [{ type: 'text', text: `Question ${index}` }] }, { ...placementMessage, id: `a${index}` },
  ])
  const id = await app.importChat(exchanges.flat())
  await app.open(page, `/chat/${id}`)
  await app.ask(page, 'What failed?')
  const first = await model.nextStep()
  await page.locator(log).hover()
  await page.mouse.wheel(0, -400)
  const kept = page.locator('[data-message-id="q3"]')
  const readPlace = async () => Math.round((await kept.boundingBox())?.y ?? Number.NaN)
  await expect.poll(async () => (await kept.boundingBox())?.y).toBeLessThan(600)
  const place = await readPlace()
  first.think('The records know.')
  first.say('Let me look.')
  first.call('one', 'list_runs', { limit: 1 })
  first.end()
  const second = await model.nextStep()
  for (const line of lines(20)) second.say(line)
  await expect(page.locator(log)).toContainText('Line 19')
  expect(await readPlace()).toBe(place)
  second.end()
  await expect(page.getByRole('button', { name: 'Send' })).toBeVisible()
  expect(await readPlace()).toBe(place)
  const settings = await context.newPage()
  await app.open(settings, '/settings/appearance')
  await settings.getByRole('radio', { name: 'Tools' }).check()
  await expect(page.locator(log)).toHaveAttribute('data-detail-level', '2')
  expect(await isAtEnd(page)).toBe(false)
})

for (const level of [0, 1, 4] as const) {
  test(`L03 the live line comes, changes and goes without shifting what has settled, at level ${level}`, async ({ page, app, model }) => {
    await app.saveLevel(level)
    const id = await app.importChat([{ id: 'q0', role: 'user', parts: [{ type: 'text', text: 'Hello?' }] }, { ...placementMessage, id: 'a0' }])
    await app.open(page, `/chat/${id}`)
    await page.evaluate(() => {
      window.shifts = []
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { sources: { node: Node | null }[] })[]) {
          for (const { node } of entry.sources) {
            const element = node instanceof Element ? node : node?.parentElement
            const slot = element?.closest('[data-row-key], [data-slot="message"], form')
            window.shifts.push(slot?.getAttribute('data-row-key') ?? slot?.getAttribute('data-message-id') ?? element?.className ?? 'gone')
          }
        }
      }).observe({ type: 'layout-shift' })
    })
    await app.ask(page, 'What failed?')
    const first = await model.nextStep()
    first.say('Let me look.')
    first.call('one', 'list_runs', { limit: 1 })
    await expect(page.locator('[data-slot="message"]').last()).toContainText('Let me look.')
    first.end()
    const second = await model.nextStep()
    for (const word of ['Two ', 'tests ', 'failed.\n\n', 'Both ', 'are ', 'new.']) {
      second.say(word)
      // At level 0 words are shown once they are sure to be the answer.
      if (level > 0) await expect(page.locator('[data-slot="message"]').last()).toContainText(word.trim())
    }
    await expect(page.locator('[data-slot="message"]').last()).toContainText('Both are new.')
    second.end()
    await expect(page.getByRole('button', { name: 'Send' })).toBeVisible()
    await expect(page.locator('[data-slot="live-line"]')).toHaveCount(0)
    await page.evaluate(() => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))))
    expect((await page.evaluate(() => window.shifts)).filter((row) => /^(?:q0|a0)/.test(row))).toEqual([])
  })
}
