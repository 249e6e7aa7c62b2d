import type { Page } from '@playwright/test'
import { expect, test, waitForHydration } from './support/fixtures.ts'
import type { App } from './support/fixtures.ts'

const scroller = '[data-slot="transcript"]'
const messages = '[data-slot="message"]'
const count = 300

/** Of many heights, so that none can be guessed. */
const toText = (index: number) => Array.from({ length: 1 + (index * 7) % 11 }, (_, line) => `Message ${index}, paragraph ${line}: ${'words that take their room. '.repeat(1 + (index * 5 + line) % 6)}`).join('\n\n')
const longChat = Array.from({ length: count }, (_, index) => ({ id: `m${index}`, role: index % 2 ? 'assistant' : 'user', parts: [{ type: 'text', text: toText(index) }] }))

const importLongChat = (app: App) => app.importChat(longChat, 'A long chat')
const byId = (index: number) => `[data-message-id="m${index}"]`
const readIds = (page: Page) => page.locator(messages).evaluateAll((elements) => elements.map((element) => Number(element.getAttribute('data-message-id')?.slice(1))))
const readDistanceToEnd = (page: Page) => page.locator(scroller).evaluate((element) => element.scrollHeight - element.clientHeight - element.scrollTop)

/** One frame's worth of wheel, and how far the row under the middle of the view is painted from where that took it. In CSS pixels. */
function wheelUp(page: Page, pixels: number) {
  return page.locator(scroller).evaluate(async (element, distance) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    // Measured by the browser after all that a frame settles, and before a task that has more come in.
    const readPainted = (row: Element) => new Promise<DOMRectReadOnly | undefined>((resolve) => {
      new IntersectionObserver(([entry], observer) => {
        observer.disconnect()
        resolve(entry?.boundingClientRect)
      }).observe(row)
    })
    // What has come in above is settled at the event at the latest.
    element.dispatchEvent(new WheelEvent('wheel', { deltaY: -distance }))
    const box = element.getBoundingClientRect()
    const row = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)?.closest('[data-slot="message"]')
    const before = row?.getBoundingClientRect().top ?? NaN
    const moved = Math.min(element.scrollTop, distance)
    element.scrollTop -= distance
    await frame()
    if (!row) return 0
    const painted = await readPainted(row)
    // So near, no row leaves the page.
    return painted && row.isConnected ? Math.abs(painted.top - before - moved) : Infinity
  }, pixels)
}

test('the server\'s page holds the newest messages and stands at its end before any of the app has loaded', async ({ page, app }) => {
  const id = await importLongChat(app)
  await page.route('**/_nuxt/*.js', (route) => route.abort())
  await page.goto(`${app.server.url}/chat/${id}`)
  await expect(page.locator(byId(count - 1))).toBeInViewport()
  const ids = await readIds(page)
  expect(ids).toEqual(ids.map((_, index) => count - ids.length + index))
  expect(ids.length).toBeLessThanOrEqual(20)
  expect(await readDistanceToEnd(page)).toBeLessThanOrEqual(4)
})

test('who scrolls the server\'s page before the app has loaded is left where that led', async ({ page, app }) => {
  const id = await importLongChat(app)
  const mayLoad = Promise.withResolvers<void>()
  await page.route('**/_nuxt/*.js', async (route) => {
    await mayLoad.promise
    await route.continue()
  })
  await page.goto(`${app.server.url}/chat/${id}`, { waitUntil: 'commit' })
  await expect(page.locator(byId(count - 1))).toBeInViewport()
  const served = await readIds(page)
  await page.locator(scroller).evaluate((element) => element.scrollTop = 50)
  const readTop = () => page.locator(byId(served[1] ?? 0)).evaluate((element) => element.getBoundingClientRect().top)
  const before = await readTop()
  mayLoad.resolve()
  await waitForHydration(page)
  await expect.poll(async () => (await readIds(page)).length).toBeGreaterThan(served.length)
  expect(Math.abs(await readTop() - before)).toBeLessThanOrEqual(2)
})

/** How many messages stood in the page at most, and how far one went astray. */
async function readToStart(page: Page) {
  let most = 0
  let farthest = 0
  await expect.poll(async () => {
    for (let step = 0; step < 10; step += 1) farthest = Math.max(farthest, await wheelUp(page, 500))
    const ids = await readIds(page)
    most = Math.max(most, ids.length)
    expect(ids).toEqual(ids.map((_, index) => (ids[0] ?? 0) + index))
    return ids[0]
  }, { timeout: 60_000, intervals: [0] }).toBe(0)
  await expect.poll(async () => {
    farthest = Math.max(farthest, await wheelUp(page, 500))
    return page.locator(scroller).evaluate((element) => element.scrollTop)
  }, { intervals: [0] }).toBe(0)
  await expect(page.locator(byId(0))).toBeInViewport()
  return { most, farthest }
}

test('a chat is read from its end to its beginning, with few messages in the page and none out of place', async ({ page, app }) => {
  const id = await importLongChat(app)
  await app.open(page, `/chat/${id}`)
  await expect(page.locator(byId(count - 1))).toBeInViewport()
  const { most, farthest } = await readToStart(page)
  expect(most).toBeLessThanOrEqual(80)
  expect(farthest).toBeLessThanOrEqual(2)
  await page.getByRole('button', { name: 'Newest' }).click()
  await expect(page.locator(byId(count - 1))).toBeInViewport()
  expect(await readDistanceToEnd(page)).toBeLessThanOrEqual(4)
  expect((await readIds(page)).length).toBeLessThanOrEqual(60)
})

test('earlier messages that come in before a scroll is told of take nobody elsewhere', async ({ page, app }) => {
  const id = await importLongChat(app)
  await app.open(page, `/chat/${id}`)
  await expect(page.locator(byId(count - 1))).toBeInViewport()
  // In a frame a browser tells of what was scrolled before it tells what has grown: here with every growth.
  const told = await page.locator(scroller).evaluateHandle((element) => {
    const seen = { count: 0 }
    let height = element.scrollHeight
    new MutationObserver(() => {
      const before = height
      height = element.scrollHeight
      if (height <= before) return
      seen.count += 1
      element.dispatchEvent(new Event('scroll'))
    }).observe(element, { subtree: true, childList: true, attributes: true, attributeFilter: ['style'] })
    return seen
  })
  expect((await readToStart(page)).farthest).toBeLessThanOrEqual(2)
  expect(await told.evaluate((seen) => seen.count)).toBeGreaterThan(0)
})

test('a far place is found again after a reload, and a dragged scroll bar finds messages wherever it stops', async ({ page, app }) => {
  const id = await importLongChat(app)
  await app.open(page, `/chat/${id}`)
  await expect.poll(async () => {
    await wheelUp(page, 2_000)
    return (await readIds(page))[0]
  }, { timeout: 60_000, intervals: [0] }).toBeLessThan(150)
  for (const share of [0.8, 0.1, 0.5]) {
    await page.locator(scroller).evaluate((element, part) => element.scrollTop = element.scrollHeight * part, share)
    await expect.poll(() => page.locator(scroller).evaluate((element) => {
      const box = element.getBoundingClientRect()
      return document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)?.closest('[data-slot="message"]') !== null
    })).toBe(true)
  }
  const readTopmost = () => page.locator(scroller).evaluate((element) => {
    const edge = element.getBoundingClientRect().top
    const first = [...element.querySelectorAll<HTMLElement>('[data-slot="message"]')].find((message) => message.getBoundingClientRect().bottom > edge + 1)
    return { id: first?.dataset.messageId, top: Math.round((first?.getBoundingClientRect().top ?? NaN) - edge) }
  })
  const before = await readTopmost()
  await page.reload()
  await waitForHydration(page)
  await expect.poll(async () => (await readTopmost()).id).toBe(before.id)
  expect(Math.abs((await readTopmost()).top - before.top)).toBeLessThanOrEqual(2)
})

test('earlier messages that can\'t be read are asked for again by hand, and the focus stays in the chat', async ({ page, app }) => {
  const id = await importLongChat(app)
  await app.open(page, `/chat/${id}`)
  await page.route('**/api/messages?*', (route) => route.abort())
  await page.locator(scroller).evaluate((element) => element.scrollTop = 0)
  const again = page.getByRole('button', { name: 'Earlier messages could not be loaded. Try again' })
  await expect(again).toBeVisible()
  await page.unroute('**/api/messages?*')
  await again.focus()
  await page.keyboard.press('Enter')
  await expect(again).toBeHidden()
  await expect.poll(async () => (await readIds(page))[0]).toBeLessThan(count - 20)
  await expect(page.locator(`${scroller}:focus, ${scroller} :focus`)).toHaveCount(1)
})
