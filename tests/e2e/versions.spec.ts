import AxeBuilder from '@axe-core/playwright'
import type { Locator, Page } from '@playwright/test'
import { expect, test } from './support/fixtures.ts'
import type { App } from './support/fixtures.ts'

const field = (page: Page) => page.getByRole('textbox', { name: 'Message' }).last()
const messages = (page: Page) => page.locator('[data-slot="message"]')
const person = (page: Page, text: string) => page.locator('[data-slot="message"][data-role="user"]', { hasText: text })
const isIdle = (page: Page) => expect(page.getByRole('button', { name: 'Send', exact: true })).toBeVisible({ timeout: 30_000 })

async function askAndWait(app: App, page: Page, text: string, count: number) {
  await app.ask(page, text)
  await expect(messages(page)).toHaveCount(count)
  await isIdle(page)
  await expect(page.locator('[data-slot="live-line"]')).toHaveCount(0)
}

async function topOf(locator: Locator): Promise<number> {
  return (await locator.boundingBox())?.y ?? Number.NaN
}

test('a message is edited in place; its earlier version and all under it are one press away, and the chat remembers which was chosen', async ({ page, app }) => {
  await app.open(page)
  await askAndWait(app, page, 'What failed in the last run?', 2)
  await expect(page).toHaveURL(/\/chat\//)
  await askAndWait(app, page, 'Which tests are flaky?', 4)

  const first = page.locator('[data-slot="message"]').first()
  await first.getByRole('button', { name: 'Edit' }).click()
  const editor = first.getByRole('textbox', { name: 'Message' })
  await expect(editor).toBeFocused()
  await expect(editor).toHaveValue('What failed in the last run?')
  await page.keyboard.press('Escape')
  await expect(first.getByRole('button', { name: 'Edit' })).toBeFocused()

  await page.keyboard.press('Enter')
  await editor.fill('Which tests were skipped?')
  await first.getByRole('button', { name: 'Save' }).click()
  await expect(messages(page)).toHaveCount(2)
  await isIdle(page)
  await expect(page.locator('[data-slot="answer"]')).toContainText('skipped')
  await expect(field(page)).toBeFocused()

  const picker = page.getByRole('group', { name: 'Versions of this message' })
  await expect(picker).toContainText('2 of 2')
  await expect(picker.getByRole('button', { name: 'Later version' })).toBeDisabled()
  await picker.getByRole('button', { name: 'Earlier version' }).focus()
  await page.keyboard.press('Enter')
  await expect(messages(page)).toHaveCount(4)
  await expect(picker).toContainText('1 of 2')
  await expect(picker.getByRole('button', { name: 'Earlier version' })).toBeFocused()
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])

  await page.reload()
  await expect(messages(page)).toHaveCount(4)
  await expect(person(page, 'Which tests are flaky?')).toBeVisible()
})

test('an answer is written again in its place, its versions are gone through, and the picker stays under the pointer', async ({ page, app }) => {
  await app.open(page)
  await askAndWait(app, page, 'How do the last runs compare?', 2)
  await expect(page).toHaveURL(/\/chat\//)
  for (const count of ['2 of 2', '3 of 3']) {
    await page.getByRole('button', { name: 'Answer again' }).click()
    await isIdle(page)
    await expect(page.getByRole('group', { name: 'Versions of this message' })).toContainText(count)
    await expect(messages(page)).toHaveCount(2)
  }
  const picker = page.getByRole('group', { name: 'Versions of this message' })
  const before = await topOf(picker)
  await picker.getByRole('button', { name: 'Earlier version' }).click()
  await expect(picker).toContainText('2 of 3')
  expect(Math.abs(await topOf(picker) - before)).toBeLessThan(2)
  await picker.getByRole('button', { name: 'Earlier version' }).click()
  await expect(picker).toContainText('1 of 3')
  await expect(picker.getByRole('button', { name: 'Earlier version' })).toBeDisabled()
  await askAndWait(app, page, 'Which tests are flaky?', 4)
  await page.reload()
  await expect(picker).toContainText('1 of 3')
})

test('an edit that the server does not take leaves the conversation as it was and the text in the editor', async ({ page, app }) => {
  await app.open(page)
  await askAndWait(app, page, 'What failed in the last run?', 2)
  await expect(page).toHaveURL(/\/chat\//)
  await page.route('**/api/chat', (route) => route.fulfill({ status: 503, json: { code: 'database-unavailable', message: 'The database does not answer.', fix: 'Try again in a moment.' } }))
  await person(page, 'What failed').getByRole('button', { name: 'Edit' }).click()
  await page.keyboard.type(' Please.')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('The database does not answer.')
  await expect(messages(page)).toHaveCount(2)
  await expect(page.getByRole('form', { name: 'Edit message' }).getByRole('textbox')).toHaveValue('What failed in the last run? Please.')
  await page.reload()
  await expect(page.getByRole('form', { name: 'Edit message' }).getByRole('textbox')).toHaveValue('What failed in the last run? Please.')
  await page.unroute('**/api/chat')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('group', { name: 'Versions of this message' })).toContainText('2 of 2', { timeout: 30_000 })
})

test('D06 after a failure the composer takes the next message, and the one that failed can be tried again', async ({ page, app }) => {
  await app.open(page)
  await askAndWait(app, page, 'What failed in the last run?', 2)
  await expect(page).toHaveURL(/\/chat\//)
  await page.route('**/api/chat', (route) => route.fulfill({ status: 503, json: { code: 'starting', message: 'Northlight is starting.', fix: 'Try again in a moment.' } }))
  await app.ask(page, 'Which tests are flaky?')
  await expect(page.getByRole('alert')).toContainText('Northlight is starting.')
  await expect(field(page)).toBeEnabled()
  await page.unroute('**/api/chat')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.locator('[data-slot="answer"]')).toHaveCount(2)
  await isIdle(page)
  await askAndWait(app, page, 'Which are slowest?', 6)
})

test('an old version that many messages follow is shown where the newer one stood', async ({ page, app }) => {
  const exchanges = Array.from({ length: 60 }, (_, index) => ({ id: `m${index}`, role: index % 2 ? 'assistant' : 'user', parts: [{ type: 'text', text: `Message ${index}.` }] }))
  const id = await app.importChat(exchanges)
  const edit = { id, trigger: 'submit-message', messageId: 'm10', message: { id: 'other', role: 'user', parts: [{ type: 'text', text: 'What failed in the last run?' }] } }
  const answer = await fetch(`${app.server.url}/api/chat`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(edit) })
  await answer.text()
  await app.open(page, `/chat/${id}`)
  await expect(messages(page)).toHaveCount(12)
  const picker = page.getByRole('group', { name: 'Versions of this message' })
  await expect(picker).toContainText('2 of 2')
  const place = await topOf(picker)
  await picker.getByRole('button', { name: 'Earlier version' }).focus()
  await page.keyboard.press('Enter')
  await expect(picker).toContainText('1 of 2')
  await expect(person(page, 'Message 10.')).toBeInViewport()
  await expect(picker.getByRole('button', { name: 'Earlier version' })).toBeFocused()
  expect(Math.abs(await topOf(picker) - place)).toBeLessThanOrEqual(1)
  await picker.getByRole('button', { name: 'Later version' }).click()
  await expect(messages(page)).toHaveCount(12)
})
