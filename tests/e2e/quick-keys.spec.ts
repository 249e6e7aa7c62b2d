import type { Page } from '@playwright/test'
import { quickKeyGroups } from '#layers/northlight/shared/keys/quick-keys.ts'
import { expect, test } from './support/fixtures.ts'

const sheet = (page: Page) => page.getByRole('dialog', { name: 'Keyboard shortcuts' })

test('? opens the sheet, which keeps the focus, lists every key, and gives the focus back', async ({ page, app }) => {
  await app.open(page, '/settings/appearance')
  await page.getByRole('radio', { name: 'Light' }).focus()
  await page.keyboard.press('?')
  await expect(sheet(page)).toBeVisible()
  const words = quickKeyGroups.flatMap((group) => group.keys.map((quickKey) => quickKey.words))
  await expect(sheet(page).getByRole('term')).toHaveText(words)
  for (let presses = 0; presses < 4; presses++) {
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement === document.body || document.activeElement?.closest('dialog') !== null)).toBe(true)
  }
  await page.keyboard.press('Escape')
  await expect(sheet(page)).toBeHidden()
  await expect(page.getByRole('radio', { name: 'Light' })).toBeFocused()
})

test('the button opens the sheet, and a press beside it closes it', async ({ page, app }) => {
  await app.open(page)
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
  await expect(sheet(page)).toBeVisible()
  await page.mouse.click(5, 5)
  await expect(sheet(page)).toBeHidden()
  await expect(page.getByRole('button', { name: 'Keyboard shortcuts' })).toBeFocused()
})

test('/ goes to the message field, where it is a letter like any other', async ({ page, app }) => {
  await app.open(page)
  const field = page.getByRole('textbox', { name: 'Message' })
  await page.getByRole('button', { name: 'New chat' }).focus()
  await page.keyboard.press('/')
  await expect(field).toBeFocused()
  await page.keyboard.type('either/or?')
  await expect(field).toHaveValue('either/or?')
  await expect(sheet(page)).toBeHidden()
})

test('Ctrl+Shift+O starts a new chat, from inside a field too', async ({ page, app }) => {
  const id = await app.importChat([{ id: 'q', role: 'user', parts: [{ type: 'text', text: 'What failed?' }] }])
  await app.open(page, `/chat/${id}`)
  await page.getByRole('textbox', { name: 'Message' }).focus()
  await page.keyboard.press('Control+Shift+O')
  await expect(page).toHaveURL(`${app.server.url}/`)
})

for (const width of [1280, 390]) {
  test(`Ctrl+K goes to the search of the chats, wherever it stands, at ${width} px`, async ({ page, app }) => {
    await page.setViewportSize({ width, height: 800 })
    await app.open(page)
    await page.getByRole('textbox', { name: 'Message' }).focus()
    await page.keyboard.press('Control+K')
    const field = page.locator('#northlight-chat-search')
    await expect(field).toBeFocused()
    await expect(field).toBeInViewport()
    await page.keyboard.type('what?')
    await expect(field).toHaveValue('what?')
    await expect(sheet(page)).toBeHidden()
  })
}
