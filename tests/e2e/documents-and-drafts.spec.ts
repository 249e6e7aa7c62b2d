import { readFile } from 'node:fs/promises'
import AxeBuilder from '@axe-core/playwright'
import { documentParts } from '#layers/northlight/tests/fixtures/rows/gallery-work-product.ts'
import { expect, test, waitForHydration } from './support/fixtures.ts'

test('a document is written from the records, read in place and taken away as a file', async ({ page, app }) => {
  await app.saveLevel(0)
  await app.open(page)
  await app.ask(page, 'Write a summary of the last run as a document')
  const card = page.locator('[data-slot="document"]')
  await expect(card).toContainText('Markdown document')
  await expect(page.locator('[data-slot="answer"]').last()).toContainText('in the document above')
  await card.getByRole('button', { name: 'Open' }).click()
  await expect(card.getByRole('table')).toBeVisible()
  const [download] = await Promise.all([page.waitForEvent('download'), card.getByRole('button', { name: 'Download' }).click()])
  expect(download.suggestedFilename()).toMatch(/^Summary of .+\.md$/)
  expect(await readFile(await download.path(), 'utf8')).toContain('| Tests | Passed | Failed |')
})

test('R14 a long document closed at its end gives focus and place back to its header', async ({ page, app }) => {
  const text = Array.from({ length: 80 }, (_, index) => `Paragraph ${index} of a text that goes on.`).join('\n\n')
  const id = await app.importChat([
    { id: 'q', role: 'user', parts: [{ type: 'text', text: 'Write it.' }] },
    { id: 'a', role: 'assistant', parts: [
      { type: 'tool-write_document', toolCallId: 'c', state: 'output-available', input: {}, output: { document: { title: 'Long', text } }, toolMetadata: { northlight: { manner: 'user-facing' } } },
      { type: 'text', text: 'There it is.' },
    ] },
  ])
  await app.open(page, `/chat/${id}`)
  const card = page.locator('[data-slot="document"]')
  const opener = card.locator('button[aria-expanded]')
  await opener.click()
  await card.getByRole('button', { name: 'Close the document' }).scrollIntoViewIfNeeded()
  await expect(opener).not.toBeInViewport()
  await card.getByRole('button', { name: 'Close the document' }).click()
  await expect(card).toHaveAttribute('data-state', 'closed')
  await expect(opener).toBeFocused()
  await expect(opener).toBeInViewport()
})

test('a reply draft keeps its edits over a reload, copies them, and goes back to the original', async ({ page, app, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await app.open(page)
  await app.ask(page, 'Draft a reply to Ms Keller about the last run')
  const card = page.locator('[data-slot="reply-draft"]')
  await expect(card).toContainText('Draft for Ms Keller')
  const body = card.getByRole('textbox', { name: 'Text' })
  await expect(page.locator('[data-slot="answer"]').last()).toContainText('nothing was sent')
  // While a draft is being written its text is still to come, and nobody's to edit.
  await expect(body).toBeEditable()
  const original = await body.inputValue()
  expect(original).toContain('Keller')
  await expect(page).toHaveURL(/\/chat\//)
  await body.fill('Dear Ms Keller,\n\nOne test failed.')
  await page.reload()
  await waitForHydration(page)
  await expect(body).toHaveValue('Dear Ms Keller,\n\nOne test failed.')
  await card.getByRole('button', { name: 'Copy the text' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('Dear Ms Keller,\n\nOne test failed.')
  await card.getByRole('button', { name: 'Reset to the original' }).click()
  await expect(body).toHaveValue(original)
  await expect(body).toBeFocused()
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing in open documents, drafts and the sheet of quick keys, ${colorScheme}`, async ({ page, app }) => {
    await page.emulateMedia({ colorScheme })
    const id = await app.importChat([
      { id: 'q', role: 'user', parts: [{ type: 'text', text: 'A line\n'.repeat(30) }] }, { id: 'a', role: 'assistant', parts: documentParts },
    ])
    await app.open(page, `/chat/${id}`)
    await page.locator('[data-slot="document"] button[aria-expanded]').first().click()
    await page.getByRole('textbox', { name: 'Text' }).first().fill('Changed.')
    const violationsOf = async () => (await new AxeBuilder({ page }).analyze()).violations.map((violation) => [violation.id, violation.nodes.map((node) => node.target.join(' '))])
    expect(await violationsOf()).toEqual([])
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
    expect(await violationsOf()).toEqual([])
  })
}
