import type { Page } from '@playwright/test'
import { expect, test } from './support/fixtures.ts'
import type { App } from './support/fixtures.ts'

const count = 300
const longChat = Array.from({ length: count }, (_, index) => ({
  id: `m${index}`, role: index % 2 ? 'assistant' : 'user', parts: [{ type: 'text', text: `Message ${index}. ${'Words that take their room. '.repeat(1 + (index * 7) % 20)}` }],
}))
const messages = (page: Page) => page.locator('[data-slot="message"]')
const missing = (page: Page) => page.getByText('Earlier messages that are not on this paper: 280.')

async function openChat(page: Page, app: App) {
  await app.open(page, `/chat/${await app.importChat(longChat, 'A long chat')}`)
  await expect(messages(page).last()).toBeInViewport()
}

/** What the page holds at the moment when it is printed: from `beforeprint` on, as a browser waits for its handlers and no longer. */
const watchPaper = (page: Page) => page.evaluate(() => {
  const seen = window as { paper?: string[] }
  window.addEventListener('beforeprint', () => queueMicrotask(() => {
    seen.paper = [...document.querySelectorAll('[data-slot="message"]')].map((message) => message.textContent ?? '')
  }))
})
const readPaper = (page: Page) => page.evaluate(() => (window as { paper?: string[] }).paper)

test('Print brings in and mounts all messages, prints them, and gives the window and the place back', async ({ page, app }) => {
  await openChat(page, app)
  await page.locator('[data-slot="transcript"]').evaluate((element) => element.scrollTop -= 700)
  const topmost = () => page.locator('[data-slot="transcript"]').evaluate((element) => {
    const edge = element.getBoundingClientRect().top
    const first = [...element.querySelectorAll<HTMLElement>('[data-slot="message"]')].find((message) => message.getBoundingClientRect().bottom > edge + 1)
    return `${first?.dataset.messageId} ${Math.round((first?.getBoundingClientRect().top ?? NaN) - edge)}`
  })
  const before = await topmost()
  await page.evaluate(() => {
    window.print = () => void ((window as { printed?: number }).printed = document.querySelectorAll('[data-slot="message"]').length)
  })
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('button', { name: 'Print' }).click()
  await expect.poll(() => page.evaluate(() => (window as { printed?: number }).printed)).toBe(count)
  const pdf = (await page.pdf({ format: 'A4' })).toString('latin1')
  expect(pdf.match(/\/Type\s*\/Page\b/g)?.length).toBeGreaterThan(20)
  await expect.poll(() => messages(page).count()).toBeLessThanOrEqual(60)
  expect(await topmost()).toBe(before)
})

test('Ctrl+P does so too while earlier messages are missing, and is the browser\'s own where none are', async ({ page, app }) => {
  await openChat(page, app)
  await page.evaluate(() => {
    window.print = () => void ((window as { printed?: number }).printed = document.querySelectorAll('[data-slot="message"]').length)
  })
  await page.keyboard.press('Control+p')
  await expect.poll(() => page.evaluate(() => (window as { printed?: number }).printed)).toBe(count)
  const isLeft = await page.evaluate(() => document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'p', ctrlKey: true, bubbles: true, cancelable: true })))
  expect(isLeft).toBe(true)
})

test('the browser\'s own menu prints all that is held, and the paper names what is missing', async ({ page, app }) => {
  await openChat(page, app)
  await expect(missing(page)).toBeHidden()
  await page.emulateMedia({ media: 'print' })
  await expect(missing(page)).toBeVisible()
  await page.emulateMedia({ media: null })
  await page.keyboard.press('Control+f')
  await page.getByRole('search', { name: 'Find in this chat' }).getByRole('textbox').fill('room')
  await expect(page.getByRole('search', { name: 'Find in this chat' }).getByRole('status')).toHaveText(/of 300 messages$/)
  await page.keyboard.press('Escape')
  expect(await messages(page).count()).toBeLessThanOrEqual(80)
  await watchPaper(page)
  await page.pdf({ format: 'A4' })
  const paper = await readPaper(page) ?? []
  expect(paper).toHaveLength(count)
  for (const [index, text] of paper.entries()) expect(text).toContain(`Message ${index}.`)
  await expect(missing(page)).toHaveCount(0)
  await expect.poll(() => messages(page).count()).toBeLessThanOrEqual(80)
})
