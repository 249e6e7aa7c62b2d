import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from './support/fixtures.ts'

const attached = (page: Page) => page.locator('[data-slot="attached-file"]')
const files = (page: Page) => page.locator('[data-slot="message"][data-role="user"] [data-slot="file"]')
const isIdle = (page: Page) => expect(page.getByRole('button', { name: 'Send', exact: true })).toBeVisible({ timeout: 30_000 })
const notes = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Alpha\nBeta\n') }
const picture = { name: 'dot.png', mimeType: 'image/png', buffer: Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64') }

/** By the menu, as a person does it. */
async function attach(page: Page, item: string, ...chosen: (typeof notes)[]) {
  await page.getByRole('button', { name: 'Attach', exact: true }).click()
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('menuitem', { name: item }).click()
  await (await choosing).setFiles(chosen)
}

/** As if the file were let go over the conversation. */
async function drop(page: Page, name: string, type: string, text: string) {
  const transfer = await page.evaluateHandle(([fileName, fileType, content]) => {
    const data = new DataTransfer()
    data.items.add(new File([content ?? ''], fileName ?? '', { type: fileType }))
    return data
  }, [name, type, text])
  for (const event of ['dragenter', 'dragover', 'drop']) await page.locator('.nl-live-chat').dispatchEvent(event, { dataTransfer: transfer })
}

test('D16 files go with a message, are read, stay with it over a reload, and are told again by a retry and an edit', async ({ page, app }) => {
  await app.open(page)
  await attach(page, 'Attach files', notes, picture)
  await expect(attached(page)).toHaveCount(2)
  await expect(attached(page).first()).toHaveAttribute('data-state', 'ready')
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page).toHaveURL(/\/chat\//)
  await expect(attached(page)).toHaveCount(0)
  await expect(page.locator('[data-slot="answer"]')).toContainText('I read notes.txt: 2 lines')
  await isIdle(page)

  await page.reload()
  await expect(files(page)).toHaveText([/notes\.txt/, /dot\.png/])
  const thumbnail = files(page).last().locator('img')
  await expect.poll(() => thumbnail.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1)
  const link = files(page).first().getByRole('link')
  expect(await (await page.request.get(new URL(await link.getAttribute('href') ?? '', page.url()).href)).text()).toBe('Alpha\nBeta\n')

  await page.getByRole('button', { name: 'Answer again' }).click()
  await isIdle(page)
  await expect(page.getByRole('group', { name: 'Versions of this message' })).toContainText('2 of 2')
  await expect(page.locator('[data-slot="answer"]')).toContainText('I read notes.txt: 2 lines')

  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('form', { name: 'Edit message' }).getByRole('textbox').fill('Read them again.')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.locator('[data-slot="prompt"]')).toHaveText('Read them again.')
  await isIdle(page)
  await expect(files(page)).toHaveCount(2)
  await expect(page.locator('[data-slot="answer"]')).toContainText('I read notes.txt: 2 lines')
})

test('a dropped report goes to the records, any other file to the message; what is too large says so and can be removed', async ({ page, app }) => {
  await app.open(page)
  await drop(page, 'junit.xml', 'text/xml', '<testsuites><testsuite name="s"><testcase name="t"/></testsuite></testsuites>')
  await expect(page.locator('[data-slot="upload"]')).toContainText('1 test, 0 failed')
  await drop(page, 'notes.md', 'text/markdown', '# Notes')
  await expect(attached(page)).toHaveText(/notes\.md/)
  await expect(attached(page)).toHaveAttribute('data-state', 'ready')
  await page.reload()
  await expect(attached(page)).toHaveText(/notes\.md\s*7 bytes/)

  await attach(page, 'Attach files', { name: 'big.bin', mimeType: 'application/octet-stream', buffer: Buffer.alloc(10_000_001) })
  await expect(attached(page).last()).toContainText('Larger than 10 MB')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('big.bin is not attached')
  await page.getByRole('button', { name: 'Remove big.bin' }).click()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.locator('[data-slot="answer"]')).toContainText('I read notes.md: 1 line')
})

test('the attach menu works by keyboard, and gives the focus back', async ({ page, app }) => {
  await app.open(page)
  const button = page.getByRole('button', { name: 'Attach', exact: true })
  await button.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Attach files' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'Add a test report' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(button).toBeFocused()
  await expect(page.getByRole('menu')).toHaveCount(0)
})
