import type { Page } from '@playwright/test'
import { placementMessage } from '#layers/northlight/tests/fixtures/messages/placement-message.ts'
import { expect, test } from '#layers/northlight/tests/e2e/support/held-fixtures.ts'

const message = (page: Page) => page.getByRole('textbox', { name: 'Message' })
const lastMessage = '[data-slot="message"]'

/** Buttons on screen without a word that says what they do, as HTML. */
function readNameless(page: Page) {
  return page.locator('button, [role="button"], summary').evaluateAll((elements) => elements
    .filter((element) => element.checkVisibility({ visibilityProperty: true }))
    .filter((element) => (element.getAttribute('aria-label') ?? element.textContent ?? '').trim() === '')
    .map((element) => element.outerHTML))
}

/** What can be pressed beside the message field, in order. */
function readComposer(page: Page) {
  return page.getByRole('form', { name: 'Write a message' }).getByRole('button').evaluateAll((buttons) => buttons
    .filter((button) => !(button as HTMLButtonElement).disabled)
    .map((button) => button.getAttribute('aria-label') ?? button.textContent?.trim() ?? ''))
}

test('X06 every button says what it does now, in each state of a conversation', async ({ page, context, app, model }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await app.saveLevel(1)
  await app.open(page)
  expect(await readNameless(page)).toEqual([])
  await expect.poll(() => readComposer(page)).toEqual(['Attach'])

  await message(page).fill('What failed?')
  await expect.poll(() => readComposer(page)).toEqual(['Attach', 'Send'])
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/chat\//)
  const step = await model.nextStep()
  step.think('The records know.')
  step.call('one', 'list_runs', { limit: 1 })
  step.end()
  const next = await model.nextStep()
  await expect.poll(() => readComposer(page)).toEqual(['Attach', 'Stop'])
  expect(await readNameless(page)).toEqual([])

  await message(page).fill('And before that?')
  await expect.poll(() => readComposer(page)).toEqual(['Attach', 'Stop', 'Send next'])
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Take back' })).toBeVisible()
  await page.getByRole('button', { name: 'Take back' }).click()
  await message(page).fill('')
  await expect.poll(() => readComposer(page)).toEqual(['Attach', 'Stop'])
  next.say('Nothing failed.')
  next.end()
  await expect(page.locator('[data-slot="answer"]')).toHaveText('Nothing failed.')
  await expect.poll(() => readComposer(page)).toEqual(['Attach'])

  const header = page.locator('[data-slot="steps"] button').first()
  await expect(header).toHaveAttribute('aria-expanded', 'false')
  await header.click()
  await expect(header).toHaveAttribute('aria-expanded', 'true')
  await page.getByRole('button', { name: 'Copy', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Copied' })).toHaveCount(1)
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Save' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeVisible()
  expect(await readNameless(page)).toEqual([])
})

test('X06 after a failure and after a stop, the button says what it would do about it', async ({ page, app, model }) => {
  await app.open(page)
  await app.ask(page, 'What failed?')
  await expect(page).toHaveURL(/\/chat\//)
  const refused = await model.nextStep()
  refused.fail(401, 'The key is not known.')
  await expect(page.locator('[data-slot="error"]')).toBeVisible()
  await expect(page.locator(lastMessage).getByRole('button', { name: /try again|retry/i }).first()).toBeVisible()
  expect(await readNameless(page)).toEqual([])
  await app.ask(page, 'And now?')
  const held = await model.nextStep()
  held.say('Let me')
  await expect(page.locator(lastMessage).last()).toContainText('Let me')
  await page.getByRole('button', { name: 'Stop' }).click()
  await expect.poll(() => readComposer(page)).toEqual(['Attach'])
  expect(await readNameless(page)).toEqual([])
})

test('X06 on every page, wide and narrow, with the menu open and closed', async ({ page, app }) => {
  const id = await app.importChat([{ id: 'q', role: 'user', parts: [{ type: 'text', text: 'What failed?' }] }, placementMessage])
  for (const path of ['/', `/chat/${id}`, '/settings/appearance', `/embed?chat=${id}`, `/word?chat=${id}`]) {
    await page.setViewportSize({ width: 1280, height: 800 })
    await app.open(page, path)
    expect([path, await readNameless(page)]).toEqual([path, []])
    await page.setViewportSize({ width: 390, height: 780 })
    expect([path, await readNameless(page)]).toEqual([path, []])
    if (await page.getByRole('button', { name: 'Open the menu' }).count() === 0) continue
    await page.getByRole('button', { name: 'Open the menu' }).click()
    await expect(page.getByRole('button', { name: 'Close the menu' })).toBeFocused()
    expect([path, await readNameless(page)]).toEqual([path, []])
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Open the menu' })).toBeFocused()
  }
})
