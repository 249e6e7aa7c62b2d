import type { Page } from '@playwright/test'
import { expect, test, waitForHydration } from './support/fixtures.ts'

declare global {
  interface Window {
    tops: number[]
  }
}

test.use({ variables: { NORTHLIGHT_MODEL: 'demo:paced' } })

const scroller = '[data-slot="transcript"]'
const answer = '[data-slot="message"][data-role="assistant"] [data-slot="answer"]'
const paragraphs = (index: number) => Array.from({ length: 6 }, (_, line) => `Message ${index}, paragraph ${line}: what was said here takes more than one line on a narrow screen.`).join('\n\n')
const longChat = Array.from({ length: 20 }, (_, index) => ({ id: `m${index}`, role: index % 2 ? 'assistant' : 'user', parts: [{ type: 'text', text: paragraphs(index) }] }))

/** The topmost row in sight, and where it stands. In CSS pixels below the transcript's edge. */
function readPlace(page: Page) {
  return page.locator(scroller).evaluate((element) => {
    const edge = element.getBoundingClientRect().top
    const row = [...element.querySelectorAll<HTMLElement>('[data-row-key]')].find((candidate) => candidate.getBoundingClientRect().top >= edge)
    return { key: row?.dataset.rowKey ?? '', top: row ? row.getBoundingClientRect().top - edge : NaN }
  })
}

/** How far a row is from where it stood. Which row is topmost may turn on half a pixel. */
function readDistance(page: Page, { key, top }: { key: string, top: number }) {
  return page.locator(scroller).evaluate((element, place) => {
    const row = element.querySelector(`[data-row-key="${CSS.escape(place.key)}"]`)
    return row ? Math.abs(row.getBoundingClientRect().top - element.getBoundingClientRect().top - place.top) : Infinity
  }, { key, top })
}

async function scrollUp(page: Page) {
  await page.locator(scroller).hover()
  await page.mouse.wheel(0, -1_500)
  await expect(page.getByRole('button', { name: 'Newest' })).toBeVisible()
  // A wheel's way takes some frames.
  const readTop = () => page.locator(scroller).evaluate((element) => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(element.scrollTop)))))
  await expect.poll(async () => await readTop() === await readTop()).toBe(true)
  return readPlace(page)
}

/** Where the row stands in each frame that it is in, as it was painted: in a task after the frame, since sizes settle within it. */
function recordTops(page: Page, key: string) {
  return page.evaluate(([transcript, rowKey]) => {
    window.tops = []
    const look = () => {
      const element = document.querySelector(transcript ?? '')
      const row = element?.querySelector(`[data-row-key="${CSS.escape(rowKey ?? '')}"]`)
      if (element && row) window.tops.push(row.getBoundingClientRect().top - element.getBoundingClientRect().top)
      requestAnimationFrame(() => setTimeout(look))
    }
    look()
  }, [scroller, key])
}

test('L11 the place in a chat is found again after another chat and after a reload, without a jump', async ({ page, app }) => {
  const [long, short] = [await app.importChat(longChat, 'The long chat'), await app.importChat(longChat.slice(0, 1), 'The short chat')]
  await app.open(page, `/chat/${long}`)
  const left = await scrollUp(page)
  await page.locator(`a[href="/chat/${short}"]`).click()
  await expect(page.locator('[data-slot="message"]')).toHaveCount(1)
  await recordTops(page, left.key)
  await page.locator(`a[href="/chat/${long}"]`).click()
  await expect(page.locator(`[data-row-key="${left.key}"]`)).toBeVisible()
  await expect.poll(() => readDistance(page, left)).toBeLessThan(2)
  const tops = await page.evaluate(() => window.tops)
  expect(tops.length).toBeGreaterThan(0)
  expect(tops.filter((top) => Math.abs(top - left.top) >= 2)).toEqual([])

  await page.reload()
  await waitForHydration(page)
  await expect.poll(() => readDistance(page, left)).toBeLessThan(2)
})

test('L11 who was at the end comes back to the end, and follows from there', async ({ page, app }) => {
  const [long, short] = [await app.importChat(longChat, 'The long chat'), await app.importChat(longChat.slice(0, 1), 'The short chat')]
  await app.open(page, `/chat/${long}`)
  await scrollUp(page)
  await page.getByRole('button', { name: 'Newest' }).click()
  await page.locator(`a[href="/chat/${short}"]`).click()
  await expect(page.locator('[data-slot="message"]')).toHaveCount(1)
  await page.locator(`a[href="/chat/${long}"]`).click()
  await expect(page.locator('[data-message-id="m19"]')).toBeInViewport()
  await expect(page.getByRole('button', { name: 'Newest' })).toHaveCount(0)
  expect(await page.locator(scroller).evaluate((element) => element.scrollHeight - element.clientHeight - element.scrollTop)).toBeLessThan(5)
})

test('D18 the session outlives the component: an answer goes on while its chat is off screen, and is read once', async ({ page, app }) => {
  const requests: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname === '/api/chat' || pathname.endsWith('/stream')) requests.push(`${request.method()} ${pathname}`)
  })
  await app.open(page)
  await app.ask(page, 'What failed in the last run?')
  await expect(page).toHaveURL(/\/chat\//)
  const { pathname } = new URL(page.url())
  await expect(page.locator('[data-slot="steps"]')).toBeVisible()
  await page.getByRole('link', { name: 'Settings' }).click()
  await expect(page.locator(scroller)).toHaveCount(0)
  await page.goBack()
  await expect(page).toHaveURL(new RegExp(`${pathname}$`))
  await expect(page.locator('[data-slot="message"]')).toHaveCount(2)
  await expect(page.locator(answer)).toContainText('2 tests failed', { timeout: 30_000 })
  await expect(page.getByRole('button', { name: 'Send' })).toBeVisible({ timeout: 30_000 })
  expect(requests).toEqual(['POST /api/chat'])
})
