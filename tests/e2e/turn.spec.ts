import type { Page } from '@playwright/test'
import { expect, test } from './support/fixtures.ts'

declare global {
  interface Window {
    faults: string[]
  }
}

test.use({ variables: { NORTHLIGHT_MODEL: 'demo:paced' } })

const live = '[data-slot="live-line"], [data-slot="steps"][data-live]'

test('D01 Stop stops: the button says so, what was said stays, and nothing moves any more', async ({ page, app }) => {
  await app.open(page)
  await app.ask(page, 'What failed in the last run?')
  await expect(page.locator('[data-slot="steps"]')).toBeVisible()
  await page.getByRole('button', { name: 'Stop' }).click()
  await expect(page.getByRole('button', { name: 'Send' })).toBeVisible()
  await expect(page.locator('[data-slot="outcome"]')).toContainText('Stopped')
  await expect(page.locator(live)).toHaveCount(0)
  await page.reload()
  await expect(page.locator('[data-slot="outcome"]')).toContainText('Stopped')
  await expect(page.locator(live)).toHaveCount(0)
})

for (const { name, press } of [
  { name: 'Escape in the composer', press: async (page: Page) => page.keyboard.press('Escape') },
  {
    name: 'the Stop button reached by Tab',
    press: async (page: Page) => {
      await page.keyboard.press('Tab')
      await expect(page.getByRole('button', { name: 'Stop' })).toBeFocused()
      await page.keyboard.press('Enter')
    },
  },
]) {
  test(`by keyboard alone, ${name} stops the turn and leaves the composer ready to type in`, async ({ page, app }) => {
    await app.open(page)
    await page.getByRole('textbox', { name: 'Message' }).focus()
    await page.keyboard.type('What failed in the last run?')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/chat\//)
    await expect(page.locator('[data-slot="steps"]')).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Message' })).toBeFocused()
    await press(page)
    await expect(page.locator('[data-slot="outcome"]')).toContainText('Stopped')
    await expect(page.getByRole('textbox', { name: 'Message' })).toBeFocused()
  })
}

test('D07 D08 a reload in mid-turn reads on, sends nothing again, and ends without a shimmer', async ({ page, app }) => {
  const posts: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') posts.push(new URL(request.url()).pathname)
  })
  await app.open(page)
  await app.ask(page, 'What failed in the last run?')
  await expect(page).toHaveURL(/\/chat\//)
  await expect(page.locator('[data-slot="steps"]')).toBeVisible()
  await page.reload()
  await expect(page.locator('[data-slot="message"][data-role="assistant"]')).toHaveCount(1)
  await expect(page.locator('[data-slot="answer"]')).toContainText('2 tests failed', { timeout: 30_000 })
  await expect(page.getByRole('button', { name: 'Send' })).toBeVisible({ timeout: 30_000 })
  await expect(page.locator(live)).toHaveCount(0)
  await expect(page.locator('[data-slot="message"]')).toHaveCount(2)
  expect(posts).toEqual(['/api/chat'])
})

test('leaving the page is not a stop: the answer is whole when one comes back', async ({ page, app }) => {
  await app.open(page)
  await app.ask(page, 'Which tests are flaky?')
  await expect(page).toHaveURL(/\/chat\//)
  const { pathname } = new URL(page.url())
  await page.goto(`${app.server.url}/settings/appearance`)
  await app.open(page, pathname)
  await expect(page.locator('[data-slot="answer"]')).toContainText('changes the address', { timeout: 30_000 })
  await expect(page.locator('[data-slot="message"]')).toHaveCount(2)
})

test('at level 0 a running turn has exactly one live line and no work; at level 1 the reasoning is open while it thinks', async ({ page, app }) => {
  await app.saveLevel(0)
  await page.addInitScript(() => {
    const faults: string[] = []
    new MutationObserver(() => {
      for (const message of document.querySelectorAll('[data-slot="message"][data-role="assistant"]')) {
        const lines = message.querySelectorAll('[data-slot="live-line"]').length
        if (lines > 1) faults.push(`${lines} live lines`)
        if (message.querySelector('[data-slot="steps"], [data-slot="reasoning"], [data-slot="tool-line"], [data-slot="working-note"]')) faults.push('work at level 0')
        if (!message.querySelector('[data-slot]')) faults.push('an empty message')
      }
    }).observe(document, { childList: true, subtree: true })
    window.faults = faults
  })
  await app.open(page)
  await app.ask(page, 'What failed in the last run?')
  await expect(page.locator('[data-slot="live-line"]')).toBeVisible()
  await expect(page.locator('[data-slot="live-line"]')).toContainText('Let me find the run in question.')
  await expect(page.getByRole('button', { name: 'Send' })).toBeVisible({ timeout: 30_000 })
  await expect(page.locator('[data-slot="live-line"]')).toHaveCount(0)
  expect(await page.evaluate(() => window.faults)).toEqual([])

  await app.saveLevel(1)
  await app.open(page)
  await app.ask(page, 'What failed in the last run?')
  await expect(page.locator('[data-slot="steps"]')).toHaveAttribute('data-state', 'open')
  await expect(page.locator('[data-slot="reasoning"]').first()).toHaveAttribute('data-state', 'open')
  await expect(page.getByRole('button', { name: 'Send' })).toBeVisible({ timeout: 30_000 })
  await expect(page.locator('[data-slot="steps"]').first()).toHaveAttribute('data-state', 'closed')
})
