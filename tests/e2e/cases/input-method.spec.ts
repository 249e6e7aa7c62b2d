import type { CDPSession, Page } from '@playwright/test'
import { expect, test } from '#layers/northlight/tests/e2e/support/held-fixtures.ts'

const message = (page: Page) => page.getByRole('textbox', { name: 'Message' })
const imeKeyCode = 229

/** A key as the browser sees it while an input method handles it. */
async function pressInMethod(browser: CDPSession, key: 'Enter' | 'Escape') {
  const fields = { key, code: key, windowsVirtualKeyCode: imeKeyCode }
  await browser.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...fields })
  await browser.send('Input.dispatchKeyEvent', { type: 'keyUp', ...fields })
}

test('N07 Enter that ends a composition never sends, in the order of Chromium nor in that of Safari', async ({ page, context, app, model }) => {
  const browser = await context.newCDPSession(page)
  await app.open(page)
  await message(page).focus()
  await browser.send('Input.imeSetComposition', { text: 'しっぱい', selectionStart: 4, selectionEnd: 4 })
  await pressInMethod(browser, 'Enter')
  await browser.send('Input.insertText', { text: '失敗' })
  await expect(message(page)).toHaveValue('失敗')
  // Safari ends the composition first, and its key comes after.
  await pressInMethod(browser, 'Enter')
  await message(page).evaluate((field) => {
    field.dispatchEvent(new CompositionEvent('compositionstart'))
    field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true, cancelable: true }))
    field.dispatchEvent(new CompositionEvent('compositionend'))
    field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', keyCode: 229, bubbles: true, cancelable: true }))
  })
  await expect(page.locator('[data-slot="message"]')).toHaveCount(0)
  await expect(message(page)).toHaveValue('失敗')
  await page.keyboard.press('Enter')
  const step = await model.nextStep()
  await expect(page.locator('[data-slot="message"][data-role="user"] p')).toHaveText('失敗')
  step.end()
})

test('N07 Escape that takes a composition back stops no turn', async ({ page, context, app, model }) => {
  const browser = await context.newCDPSession(page)
  await app.open(page)
  await app.ask(page, 'What failed?')
  await expect(page).toHaveURL(/\/chat\//)
  const step = await model.nextStep()
  step.say('Let me')
  await expect(page.locator('[data-slot="message"]').last()).toContainText('Let me')
  await message(page).focus()
  await browser.send('Input.imeSetComposition', { text: 'つぎ', selectionStart: 2, selectionEnd: 2 })
  await pressInMethod(browser, 'Escape')
  step.say(' see: nothing.')
  await expect(page.locator('[data-slot="answer"]')).toContainText('see: nothing.')
  await expect(page.locator('[data-slot="outcome"]')).toHaveCount(0)
  step.end()
  await expect(page.locator('[data-slot="answer"]')).toHaveText('Let me see: nothing.')
})
