import type { Page } from '@playwright/test'
import { placementMessage } from '#layers/northlight/tests/fixtures/messages/placement-message.ts'
import { expect, test } from './support/fixtures.ts'

test.use({ variables: { NORTHLIGHT_MODEL: 'demo:paced' } })

const transcript = '[data-slot="transcript"]'

function waitTwoFrames(page: Page) {
  return page.evaluate(() => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))))
}

test('a level change while an answer is written keeps place, focus and toggles of what is being read', async ({ page, context, app }) => {
  await app.saveLevel(2)
  const exchanges = Array.from({ length: 8 }, (_, index) => [
    { id: `question-${index}`, role: 'user', parts: [{ type: 'text', text: `Question ${index}` }] },
    { ...placementMessage, id: `answer-${index}` },
  ])
  const id = await app.importChat(exchanges.flat())
  await app.open(page, `/chat/${id}`)
  const settings = await context.newPage()
  await app.open(settings, '/settings/appearance')
  await page.bringToFront()
  await app.ask(page, 'What failed in the last run?')
  await expect(page.locator('[data-slot="message"]').last()).not.toHaveAttribute('data-message-id', /^answer-/)

  const anchor = page.locator('[data-message-id="answer-3"]')
  const card = anchor.locator('[data-slot="steps"]').first()
  await page.locator(transcript).hover()
  await page.mouse.wheel(0, -200)
  await page.locator('[data-message-id="question-3"]').evaluate((element) => element.scrollIntoView({ block: 'start' }))
  await card.locator('button').first().click()
  await expect(card).toHaveAttribute('data-state', 'closed')
  await expect(card.locator('button').first()).toBeFocused()
  const question = page.locator('[data-message-id="question-3"]')
  for (const [name, level] of [['Everything', 4], ['Compact', 1], ['Reasoning', 3]] as const) {
    const before = await question.evaluate((element) => element.getBoundingClientRect().top)
    await settings.getByRole('radio', { name }).check()
    await expect(page.locator(transcript)).toHaveAttribute('data-detail-level', String(level))
    await waitTwoFrames(page)
    const after = await question.evaluate((element) => element.getBoundingClientRect().top)
    expect(Math.abs(after - before)).toBeLessThanOrEqual(2)
    if (level < 4) {
      await expect(card).toHaveAttribute('data-state', 'closed')
      await expect(card.locator('button').first()).toBeFocused()
    }
  }
  await expect(page.locator('[data-message-id]').last().locator('[data-slot="answer"]').last()).toContainText('2 tests failed', { timeout: 30_000 })
})

test('a reader who folds a running card keeps it folded while more comes, and one who opens a finished card keeps it open', async ({ page, app }) => {
  await app.saveLevel(1)
  await app.open(page)
  await app.ask(page, 'What failed in the last run?')
  await expect(page).toHaveURL(/\/chat\//)
  const card = page.locator('[data-slot="steps"]').first()
  await expect(card).toHaveAttribute('data-state', 'open')
  await card.locator('button').first().click()
  await expect(card).toHaveAttribute('data-state', 'closed')
  await expect(card).toContainText('1 step')
  await expect(card).toHaveAttribute('data-state', 'closed')
  await expect(page.locator('[data-slot="answer"]').last()).toContainText('2 tests failed', { timeout: 30_000 })
  await card.locator('button').first().click()
  await expect(card).toHaveAttribute('data-state', 'open')
  await app.ask(page, 'Which tests are flaky?')
  await expect(page.locator('[data-slot="message"]')).toHaveCount(4)
  await expect(card).toHaveAttribute('data-state', 'open')
})
