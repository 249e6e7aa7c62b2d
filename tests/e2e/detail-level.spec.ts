import type { Page } from '@playwright/test'
import { placementMessage } from '#layers/northlight/tests/fixtures/messages/placement-message.ts'
import { expect, test, waitForHydration } from './support/fixtures.ts'
import type { App } from './support/fixtures.ts'

const transcript = '[data-slot="transcript"]'

function pick(page: Page, name: string) {
  return page.getByRole('radio', { name, exact: false }).check()
}

async function openSettings(page: Page, app: App) {
  await app.open(page, '/settings/appearance')
  return page
}

/** Twelve exchanges: more than a screen at every level. */
async function importLongChat(app: App): Promise<string> {
  const exchanges = Array.from({ length: 12 }, (_, index) => [
    { id: `question-${index}`, role: 'user', parts: [{ type: 'text', text: `Question ${index}: what failed?` }] },
    { ...placementMessage, id: `answer-${index}` },
  ])
  return app.importChat(exchanges.flat())
}

test('a second tab follows a change, and keeps what it was reading in place', async ({ page, context, app }) => {
  await app.saveLevel(1)
  const id = await importLongChat(app)
  await app.open(page, `/chat/${id}`)
  const settings = await openSettings(await context.newPage(), app)
  const anchor = page.locator('[data-message-id="question-5"]')
  await page.locator(transcript).hover()
  await anchor.evaluate((element) => element.scrollIntoView({ block: 'start' }))
  await page.mouse.wheel(0, -1)
  for (const [name, level] of [['Everything', 4], ['Answer only', 0], ['Tools', 2], ['Compact', 1]] as const) {
    const before = await anchor.evaluate((element) => element.getBoundingClientRect().top)
    await pick(settings, name)
    await expect(page.locator(transcript)).toHaveAttribute('data-detail-level', String(level))
    const after = await anchor.evaluate((element) => new Promise<number>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(element.getBoundingClientRect().top)))))
    expect(Math.abs(after - before)).toBeLessThanOrEqual(2)
  }
})

test('a failed save is rolled back and says so', async ({ page, app }) => {
  await app.saveLevel(2)
  await openSettings(page, app)
  await page.route('**/api/settings/chat', (route) => route.request().method() === 'PATCH' ? route.fulfill({ status: 503, json: { code: 'database-unavailable', message: 'The database does not answer.' } }) : route.continue())
  await page.getByRole('radio', { name: 'Everything' }).click()
  await expect(page.getByText('The level was not saved. The database does not answer.')).toBeVisible()
  await expect(page.getByRole('radio', { name: 'Tools' })).toBeChecked()
})

test('ten quick changes end at the last one', async ({ page, app }) => {
  await app.saveLevel(1)
  await openSettings(page, app)
  const names = ['Everything', 'Answer only', 'Tools', 'Reasoning', 'Compact', 'Everything', 'Tools', 'Answer only', 'Compact', 'Reasoning']
  for (const name of names) await page.getByRole('radio', { name }).click({ noWaitAfter: true })
  await expect(page.getByRole('radio', { name: 'Reasoning' })).toBeChecked()
  await expect.poll(async () => (await (await fetch(`${app.server.url}/api/settings/chat`)).json()).detailLevel).toBe(3)
  await page.reload()
  await waitForHydration(page)
  await expect(page.getByRole('radio', { name: 'Reasoning' })).toBeChecked()
})

test('a reader\'s own toggle and focus outlive a level change', async ({ page, context, app }) => {
  await app.saveLevel(2)
  const id = await app.importChat([{ id: 'q', role: 'user', parts: [{ type: 'text', text: 'What failed?' }] }, placementMessage])
  await app.open(page, `/chat/${id}`)
  const settings = await openSettings(await context.newPage(), app)
  const card = page.locator('[data-slot="steps"]').first()
  await expect(card).toHaveAttribute('data-state', 'open')
  await card.locator('button').first().click()
  await expect(card).toHaveAttribute('data-state', 'closed')
  for (const [name, level] of [['Everything', 4], ['Compact', 1], ['Reasoning', 3], ['Tools', 2]] as const) {
    await pick(settings, name)
    await expect(page.locator(transcript)).toHaveAttribute('data-detail-level', String(level))
    if (level !== 4) await expect(page.locator('[data-slot="steps"]').first()).toHaveAttribute('data-state', 'closed')
    expect(await page.evaluate(() => document.activeElement !== document.body)).toBe(true)
  }
})
