import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from './support/fixtures.ts'
import type { App } from './support/fixtures.ts'

const say = (text: string) => [{ id: 'q', role: 'user', parts: [{ type: 'text', text: 'Hello' }] }, { id: 'a', role: 'assistant', parts: [{ type: 'text', text }] }]
const list = (page: Page) => page.getByRole('navigation', { name: 'Chats' })
const titles = (page: Page) => list(page).locator('.nl-chat-title')
const searchField = (page: Page) => page.getByRole('textbox', { name: 'Search chats' })
const rename = (page: Page, title: string) => page.getByRole('button', { name: `Rename “${title}”` })
const remove = (page: Page, title: string) => page.getByRole('button', { name: `Delete “${title}”` })

/** Three chats of this test's own, the last one first. */
async function importThree(app: App, mark: string) {
  const ids = []
  for (const title of ['Third', 'Second', 'First']) ids.unshift(await app.importChat(say(`The kingfisher of ${title} ${mark}.`), `${title} ${mark}`))
  return ids
}

test('the search looks into what was said, shows where, and Escape ends it', async ({ page, app }) => {
  await importThree(app, 'heron')
  await app.open(page)
  await searchField(page).fill('SECOND kingfisher heron')
  await expect(titles(page)).toHaveText(['Second heron'])
  await expect(list(page).locator('.nl-chat-match')).toHaveText('The kingfisher of Second heron.')
  await expect(list(page).locator('.nl-chat-match mark')).toHaveText(['kingfisher', 'Second', 'heron'])
  await expect(list(page).getByRole('status').first()).toHaveText('1 chat found')
  const { violations } = await new AxeBuilder({ page }).include('nav').analyze()
  expect(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.target)])).toEqual([])
  await searchField(page).fill('a word nobody said')
  await expect(list(page).locator('.nl-chats-none')).toHaveText('No chat says “a word nobody said”.')
  await searchField(page).press('Escape')
  await expect(searchField(page)).toHaveValue('')
  await expect(searchField(page)).toBeFocused()
  await expect(titles(page).first()).toHaveText('First heron')
})

test('a chat is renamed by keyboard alone; Escape and an empty name change nothing', async ({ page, app }) => {
  await importThree(app, 'wren')
  await app.open(page)
  await rename(page, 'First wren').focus()
  await page.keyboard.press('Enter')
  const field = page.getByRole('textbox', { name: 'New title of “First wren”' })
  await expect(field).toBeFocused()
  await field.fill('  ')
  await page.keyboard.press('Enter')
  await expect(page.getByText('A chat needs a title.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(rename(page, 'First wren')).toBeFocused()
  await page.keyboard.press('Enter')
  await field.fill('The wren in March')
  await page.keyboard.press('Enter')
  await expect(rename(page, 'The wren in March')).toBeFocused()
  await expect(titles(page).first()).toHaveText('The wren in March')
  await page.reload()
  await expect(titles(page).first()).toHaveText('The wren in March')
})

test('a chat is deleted and brought back by keyboard alone, in its place', async ({ page, app }) => {
  const [, second] = await importThree(app, 'owl')
  await app.open(page)
  await remove(page, 'Second owl').focus()
  await page.keyboard.press('Enter')
  await expect(titles(page).nth(1)).toHaveText('Third owl')
  await expect(list(page).getByText('Deleted “Second owl”.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused()
  await expect.poll(async () => (await fetch(`${app.server.url}/api/chats/${second}`)).status).toBe(404)
  await page.keyboard.press('Enter')
  await expect(titles(page).nth(1)).toHaveText('Second owl')
  await expect(page.getByRole('button', { name: 'Undo' })).toBeHidden()
  await expect(page.getByRole('link', { name: /Second owl/ })).toBeFocused()
  expect((await fetch(`${app.server.url}/api/chats/${second}`)).status).toBe(200)
})

test('the offer to undo goes away by itself, but not while somebody is at it', async ({ page, app }) => {
  await importThree(app, 'tern')
  await page.clock.install()
  await app.open(page)
  await list(page).getByText('First tern').hover()
  await remove(page, 'First tern').click()
  const undo = page.getByRole('button', { name: 'Undo' })
  await undo.hover()
  await page.clock.fastForward(60_000)
  await expect(undo).toBeVisible()
  await page.mouse.move(700, 300)
  await page.clock.fastForward(11_000)
  await expect(undo).toBeHidden()
})

test('deleting the open chat leads to a new one', async ({ page, app }) => {
  const [first] = await importThree(app, 'rook')
  await app.open(page, `/chat/${first}`)
  await expect(list(page).locator('[aria-current="page"]')).toContainText('First rook')
  await remove(page, 'First rook').focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${app.server.url}/`)
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
})

test('what the server refuses goes back, with a word why', async ({ page, app }) => {
  await importThree(app, 'dove')
  await app.open(page)
  await page.route('**/api/chats/*', (route) => route.request().method() === 'GET' ? route.continue() : route.abort())
  await remove(page, 'First dove').focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('“First dove” was not deleted. The server can\'t be reached.')
  await expect(titles(page).first()).toHaveText('First dove')
  await rename(page, 'First dove').focus()
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'New title' }).fill('Other')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('“First dove” was not renamed.')
  await expect(titles(page).first()).toHaveText('First dove')
})

test('N03 the first paint knows no clock: times come when the page is alive, and nothing moves for them', async ({ page, app, browser }) => {
  await importThree(app, 'lark')
  const bare = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
  await bare.goto(app.server.url)
  await expect(titles(bare).first()).toHaveText('First lark')
  await expect(list(bare).locator('time').first()).toHaveText('')
  const before = await titles(bare).first().boundingBox()
  await bare.context().close()
  await app.open(page)
  await expect(list(page).locator('time').first()).toHaveText(/^\d\d:\d\d$/)
  expect(await titles(page).first().boundingBox()).toEqual(before)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true })

  test('the list works in the drawer, with targets for fingers', async ({ page, app }) => {
    await importThree(app, 'swift')
    await app.open(page)
    await page.getByRole('button', { name: 'Open the menu' }).tap()
    for (const button of [rename(page, 'First swift'), remove(page, 'First swift'), searchField(page).locator('..')]) {
      const box = await button.boundingBox()
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(320)
    }
    await searchField(page).fill('third swift')
    await expect(titles(page)).toHaveText(['Third swift'])
    await searchField(page).press('Escape')
    await expect(page.getByRole('button', { name: 'Close the menu' })).toBeVisible()
    await remove(page, 'First swift').tap()
    await page.getByRole('button', { name: 'Undo' }).tap()
    await expect(titles(page).first()).toHaveText('First swift')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  })
})
