import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator } from '@playwright/test'
import { expect, test } from './support/fixtures.ts'

const folder = join(import.meta.dirname, '../fixtures/transcripts')
const answer = '# Result\n\nIt ends in **2030**.\n\n| Lease | End |\n| --- | ---: |\n| Mill Lane | 2030 |'
const chat = [
  { id: 'q', role: 'user', parts: [{ type: 'text', text: 'When does it end?' }] },
  {
    id: 'a', role: 'assistant', parts: [
      { type: 'reasoning', text: 'The secret of the dates.' },
      { type: 'tool-search', toolCallId: 'c', state: 'output-available', input: { query: 'lease' }, output: { hits: 2 } },
      { type: 'text', text: answer },
    ],
  },
]

async function toSize(locator: Locator) {
  return locator.evaluate((element) => ({ width: element.scrollWidth - element.clientWidth, height: element.scrollHeight - element.clientHeight }))
}

test('a transcript of another app is imported by the button, and reads right at levels 0 and 4', async ({ page, app }) => {
  await app.saveLevel(0)
  await app.open(page)
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Import a chat' }).click()
  await (await choosing).setFiles(join(folder, 'ai-sdk-4-parts.json'))
  await expect(page.getByRole('heading', { level: 1, name: 'ai-sdk-4-parts' })).toBeVisible()
  const reply = page.locator('[data-slot="message"][data-role="assistant"]')
  await expect(reply.locator('[data-slot="answer"]')).toHaveText('The second lease is longer.')
  await expect(reply.locator('[data-slot="sources"]')).toContainText('Law of leases')
  await expect(reply.locator('[data-slot="steps"]')).toHaveCount(0)
  await app.saveLevel(4)
  await page.reload()
  await expect(reply.locator('[data-slot="reasoning"]')).toContainText('Two leases, so read both.')
  await expect(reply.locator('[data-slot="tool-line"]')).toHaveText([/Used read lease/, /Couldn't use read lease: Stopped before it finished/])
})

test('a file that holds no transcript is refused beside the button, in one line', async ({ page, app }) => {
  await app.open(page)
  for (const [file, words] of [['refused-web-page.html', 'It is a web page, not JSON'], ['refused-role-unknown.json', 'Message 2 has the role “critic”']] as const) {
    const choosing = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Import a chat' }).click()
    await (await choosing).setFiles(join(folder, file))
    await expect(page.getByText(`${file} was not imported. ${words}`)).toBeVisible()
  }
})

test('a chat is exported from its page by keyboard, and the file imports to the same chat', async ({ page, app }) => {
  const id = await app.importChat(chat, 'Mill Lane')
  await app.open(page, `/chat/${id}`)
  const toggle = page.getByRole('button', { name: 'Export' })
  await toggle.focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await expect(toggle).toBeFocused()
  await expect(toggle).toHaveAttribute('aria-expanded', 'false')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'JSON, with the work' })).toBeFocused()
  const downloading = page.waitForEvent('download')
  await page.keyboard.press('Enter')
  const download = await downloading
  expect(download.suggestedFilename()).toBe('Mill Lane (with the work).json')
  const text = await readFile(await download.path(), 'utf8')
  expect(JSON.parse(text)).toEqual({ title: 'Mill Lane', messages: chat })
  await expect(toggle).toBeFocused()
})

test('V16 copy takes the answer as it was written; "Copy with the work" is its own action', async ({ page, app, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await app.saveLevel(4)
  const id = await app.importChat(chat, 'Mill Lane')
  await app.open(page, `/chat/${id}`)
  const readClipboard = () => page.evaluate(() => navigator.clipboard.readText())
  await page.getByRole('button', { name: 'Copy', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await readClipboard()).toBe(answer)
  await page.getByRole('button', { name: 'Copy with the work' }).click()
  await expect.poll(readClipboard).toContain('The secret of the dates.')
  const whole = await readClipboard()
  for (const words of ['Used search', '"query": "lease"', '"hits": 2', '| Mill Lane | 2030 |']) expect(whole).toContain(words)
})

test('a printed chat is whole: every message, nothing cut, no chrome', async ({ page, app }) => {
  const long = Array.from({ length: 60 }, (_, index) => ({
    id: `m${index}`, role: index % 2 ? 'assistant' : 'user',
    parts: [{ type: 'text', text: `Message ${index}\n\n${'A line of the lease. '.repeat(30)}${index % 2 ? `\n\n\`\`\`\n${'x'.repeat(300)}\n\`\`\`\n\nSee [the law](https://law.example.org/2025).` : ''}` }],
  }))
  const id = await app.importChat(long, 'The whole lease')
  await app.open(page, `/chat/${id}`)
  await page.evaluate(() => void (window.print = () => {}))
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('button', { name: 'Print' }).click()
  await page.emulateMedia({ media: 'print' })
  await page.setViewportSize({ width: 718, height: 1_000 })
  const messages = page.locator('[data-slot="message"]')
  await expect(messages).toHaveCount(60)
  await expect(page.getByRole('heading', { level: 1, name: 'The whole lease' })).toBeVisible()
  for (const hidden of [page.getByRole('textbox', { name: 'Message' }), page.getByRole('button', { name: 'Export' }), page.getByRole('button', { name: 'New chat' }), page.getByRole('button', { name: 'Copy', exact: true }).first()]) {
    await expect(hidden).toBeHidden()
  }
  expect(await toSize(page.locator('[data-slot="transcript"]'))).toEqual({ width: 0, height: 0 })
  const last = await messages.last().boundingBox()
  const pageHeight = await page.evaluate(() => document.documentElement.scrollHeight)
  expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual(pageHeight + 1)
  expect(last?.height).toBeGreaterThan(150)
  for (const block of await page.locator('pre').all()) expect((await toSize(block)).width).toBeLessThanOrEqual(0)
  const address = await page.locator('a[href="https://law.example.org/2025"]').first().evaluate((link) => getComputedStyle(link, '::after').content)
  expect(address).toContain('https://law.example.org/2025')
  const pdf = (await page.pdf({ format: 'A4' })).toString('latin1')
  expect(pdf.match(/\/Type\s*\/Page\b/g)?.length).toBeGreaterThan(10)
})
