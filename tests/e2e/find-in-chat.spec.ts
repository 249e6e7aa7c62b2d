import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from './support/fixtures.ts'
import type { App } from './support/fixtures.ts'

const count = 300
/** Some are of herons; one has its words in a closed card. */
const toText = (index: number) => `Message ${index}. ${'Words that take their room. '.repeat(3 + (index * 7) % 40)}${index % 50 === 11 ? '\n\nHere stands a **Hér**on by the water.' : ''}`
const note = [
  { type: 'text', text: 'Looking for the plover', state: 'done' },
  { type: 'tool-get_run', toolCallId: 'c1', state: 'output-available', input: {}, output: {}, toolMetadata: { northlight: { manner: 'internal' } } },
]
const longChat = Array.from({ length: count }, (_, index) => ({
  id: `m${index}`, role: index % 2 ? 'assistant' : 'user', parts: [...(index === 151 ? note : []), { type: 'text', text: toText(index), state: 'done' }],
}))

const bar = (page: Page) => page.getByRole('search', { name: 'Find in this chat' })
const field = (page: Page) => bar(page).getByRole('textbox')
const status = (page: Page) => bar(page).getByRole('status')
const message = (page: Page, index: number) => page.locator(`[data-message-id="m${index}"]`)

async function openChat(page: Page, app: App, path = '/chat/') {
  const id = await app.importChat(longChat, 'A long chat')
  await app.open(page, `${path}${id}`)
  await expect(message(page, count - 1)).toBeInViewport()
}

/** The texts that are marked, and where the first of the current ones stands in the window. */
const readMarks = (page: Page) => page.evaluate(() => {
  const read = (name: string) => [...CSS.highlights.get(name) ?? []].map((range) => range as Range)
  const { top = NaN, bottom = NaN } = read('nl-find-current')[0]?.getBoundingClientRect() ?? {}
  return { all: read('nl-find').map(String), current: read('nl-find-current').map(String), isInSight: top > 0 && bottom < window.innerHeight }
})

async function expectShown(page: Page, index: number, position: number, of: number) {
  await expect(status(page)).toHaveText(`${position} of ${of} messages`)
  await expect(message(page, index)).toBeVisible()
  await expect.poll(() => readMarks(page)).toMatchObject({ current: expect.arrayContaining(['Héron']), isInSight: true })
}

test('Ctrl+F finds words in messages that are not loaded, goes from one to the next, and gives the focus back', async ({ page, app }) => {
  await openChat(page, app)
  const composer = page.getByRole('textbox', { name: 'Message', exact: true })
  await composer.focus()
  await page.keyboard.press('Control+f')
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('heRON water')
  await expectShown(page, 261, 6, 6)
  await page.keyboard.press('Enter')
  await expectShown(page, 11, 1, 6)
  await page.keyboard.press('Enter')
  await expectShown(page, 61, 2, 6)
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.press('Shift+Enter')
  await expectShown(page, 261, 6, 6)
  await bar(page).getByRole('button', { name: 'Previous message found' }).click()
  await expectShown(page, 211, 5, 6)
  await bar(page).getByRole('button', { name: 'Next message found' }).click()
  await expectShown(page, 261, 6, 6)
  await field(page).fill('nowhere')
  await expect(status(page)).toHaveText('No message found')
  expect((await readMarks(page)).all).toEqual([])
  await page.keyboard.press('Escape')
  await expect(bar(page)).toBeHidden()
  await expect(composer).toBeFocused()
  expect(await page.evaluate(() => [...CSS.highlights.keys()].filter((name) => name.startsWith('nl-find')))).toEqual([])
})

test('pressed once more in its field, Ctrl+F is the browser\'s own; from elsewhere it comes back to the field', async ({ page, app }) => {
  await openChat(page, app)
  const pressFind = () => page.evaluate(() => {
    const press = new KeyboardEvent('keydown', { key: 'f', ctrlKey: true, bubbles: true, cancelable: true })
    return (document.activeElement ?? document.body).dispatchEvent(press)
  })
  expect(await pressFind()).toBe(false)
  await expect(field(page)).toBeFocused()
  expect(await pressFind()).toBe(true)
  await page.locator('[data-slot="transcript"]').focus()
  expect(await pressFind()).toBe(false)
  await expect(field(page)).toBeFocused()
})

test('a short chat is left to the browser, and found in by the button', async ({ page, app }) => {
  const id = await app.importChat([{ id: 'q', role: 'user', parts: [{ type: 'text', text: 'Where is the heron?' }] }])
  await app.open(page, `/chat/${id}`)
  await page.keyboard.press('Control+f')
  await expect(page.locator('[data-slot="message"]')).toBeVisible()
  await expect(bar(page)).toHaveCount(0)
  const button = page.getByRole('button', { name: 'Find', exact: true })
  await button.click()
  await field(page).fill('heron')
  await expect(status(page)).toHaveText('1 of 1 message')
  await page.keyboard.press('Escape')
  await expect(button).toBeFocused()
})

test('what stands in a closed card is found at its header, and nothing opens', async ({ page, app }) => {
  await openChat(page, app)
  await page.keyboard.press('Control+f')
  await field(page).fill('plover')
  await expect(status(page)).toHaveText('1 of 1 message')
  const card = message(page, 151).locator('[data-slot="steps"]')
  await expect(card.locator('button').first()).toBeInViewport()
  await expect(card).toHaveAttribute('data-state', 'closed')
})

test('earlier messages that can\'t be loaded are named, and what is held is searched', async ({ page, app }) => {
  await openChat(page, app)
  await page.route('**/api/messages?*', (route) => route.abort())
  await page.keyboard.press('Control+f')
  await field(page).fill('Message')
  await expect(status(page)).toHaveText(/^\d+ of 20 messages\. Earlier ones could not be loaded$/)
})

test('in a frame the key is the chat\'s only while the focus is in it', async ({ page, app }) => {
  await openChat(page, app, '/embed?chat=')
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  await page.keyboard.press('Control+f')
  await expect(bar(page)).toHaveCount(0)
  await page.locator('[data-slot="transcript"]').focus()
  await page.keyboard.press('Control+f')
  await field(page).fill('heron')
  await expectShown(page, 261, 6, 6)
  await page.keyboard.press('Escape')
  await expect(page.locator('[data-slot="transcript"]')).toBeFocused()
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the bar has no faults at both widths, ${colorScheme}`, async ({ page, app }) => {
    await page.emulateMedia({ colorScheme })
    await openChat(page, app)
    await page.keyboard.press('Control+f')
    await field(page).fill('heron')
    await expectShown(page, 261, 6, 6)
    for (const size of [{ width: 1280, height: 800 }, { width: 390, height: 780 }]) {
      await page.setViewportSize(size)
      const { violations } = await new AxeBuilder({ page }).analyze()
      expect(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.target)])).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(size.width)
    }
  })
}

test('select all and copy takes the whole chat, with the messages that are not in the page', async ({ page, app, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openChat(page, app)
  await page.locator('[data-slot="transcript"]').focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Control+c')
  const read = () => page.evaluate(() => navigator.clipboard.readText())
  await expect.poll(read).toContain('Message 0.')
  const copied = await read()
  for (let index = 0; index < count; index += 1) expect(copied).toContain(`Message ${index}.`)
})
