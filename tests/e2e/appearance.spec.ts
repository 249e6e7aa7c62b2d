import type { Page } from '@playwright/test'
import { expect, test, waitForHydration } from './support/fixtures.ts'

const path = '/settings/appearance'
const isDark = (page: Page) => page.evaluate(() => document.documentElement.classList.contains('dark'))

test('V08 a change of level is seen in the preview and said politely, and moves nothing', async ({ page, app }) => {
  await app.saveLevel(1)
  await app.open(page, path)
  const shown = page.locator('.nl-preview-shown')
  await page.getByRole('radio', { name: 'Compact' }).focus()
  const before = await page.locator('.nl-preview').boundingBox()
  const slots = { Tools: 'tool-line', Reasoning: 'reasoning', Everything: 'answer' }
  for (const [name, slot] of Object.entries(slots)) {
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('radio', { name })).toBeChecked()
    await expect(page.getByRole('radio', { name })).toBeFocused()
    await expect(shown.locator(`[data-slot="${slot}"]`).first()).toBeVisible()
    expect(await page.locator('.nl-preview').boundingBox()).toEqual(before)
    await expect(page.getByRole('status').filter({ hasText: name })).toContainText('Saved.')
  }
  await page.getByRole('radio', { name: 'Answer only' }).check()
  await expect(shown.locator('[data-slot="steps"], [data-slot="tool-line"], [data-slot="reasoning"]')).toHaveCount(0)
  for (let presses = 0; presses < 12; presses++) {
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.closest('.nl-preview') ?? null)).toBeNull()
  }
})

test('a theme is kept in the browser and is there from the first paint on', async ({ page, app }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await app.open(page, path)
  await expect(page.getByRole('radio', { name: 'System' })).toBeChecked()
  await page.getByRole('radio', { name: 'Dark' }).check()
  expect(await isDark(page)).toBe(true)
  await page.addInitScript(() => {
    const seen: boolean[] = []
    Object.assign(window, { seenThemes: seen })
    new MutationObserver(() => {
      if (document.body) seen.push(document.documentElement.classList.contains('dark'))
    }).observe(document, { childList: true, subtree: true, attributes: true })
  })
  await page.reload()
  await waitForHydration(page)
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked()
  const seen = await page.evaluate(() => (window as { seenThemes?: boolean[] }).seenThemes ?? [])
  expect(seen.length).toBeGreaterThan(0)
  expect(seen).not.toContain(false)
})

test('the system theme follows the system, and a chosen one does not', async ({ page, app }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await app.open(page, path)
  expect(await isDark(page)).toBe(true)
  await page.emulateMedia({ colorScheme: 'light' })
  await expect.poll(() => isDark(page)).toBe(false)
  await page.getByRole('radio', { name: 'Light' }).check()
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await isDark(page)).toBe(false)
})

test('there is no way to change the level inside a chat', async ({ page, app }) => {
  await app.open(page)
  await expect(page.getByRole('main').getByRole('radio')).toHaveCount(0)
})

test('the gallery is for development, the bench page for measuring: a production build has no such pages', async ({ page, app }) => {
  for (const path of ['/gallery', '/approval-gallery', '/bench']) expect((await page.goto(`${app.server.url}${path}`))?.status()).toBe(404)
})
