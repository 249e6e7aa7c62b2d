import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { detailLevels } from '#layers/northlight/shared/settings/detail-level.ts'
import { placementMessage } from '#layers/northlight/tests/fixtures/messages/placement-message.ts'
import { documentParts } from '#layers/northlight/tests/fixtures/rows/gallery-work-product.ts'
import { expect, test } from './support/fixtures.ts'

const themes = ['light', 'dark'] as const
const failedCall = {
  type: 'tool-get_run', toolCallId: 'call-failed', state: 'output-error', input: { runId: 'x' }, errorText: 'There is no test run x.',
  toolMetadata: { northlight: { manner: 'internal' } },
}
const markdown = '# Result\n\nSee [the run](https://example.org/run) and `code`.\n\n| Run | Failed |\n| --- | ---: |\n| Nightly | 2 |\n\n```js\nconst answer = 42\n```\n\n> quoted'

/** One of each: prose, a table, code, a failed call, documents, drafts, a question, a file, an unknown part. */
const chat = [
  { id: 'q', role: 'user', parts: [{ type: 'text', text: 'What failed?' }] },
  placementMessage,
  { id: 'a1', role: 'assistant', parts: documentParts },
  { id: 'q2', role: 'user', parts: [{ type: 'text', text: 'And then?' }] },
  {
    id: 'a2', role: 'assistant', parts: [
      failedCall,
      { type: 'text', text: markdown, state: 'done' },
      { type: 'tool-ask_question', toolCallId: 'call-ask', state: 'output-available', toolMetadata: { northlight: { manner: 'user-facing' } }, input: { question: 'Which run?', choices: ['Monday', 'Tuesday'] }, output: { asked: true } },
      { type: 'file', mediaType: 'text/plain', url: 'https://example.org/log.txt', filename: 'log.txt' },
      { type: 'data-unknown', data: { rows: [1, 2, 3] } },
    ],
  },
]

async function expectNoViolations(page: Page) {
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id, nodes }) => ({ id, targets: nodes.map((node) => node.target.join(' ')) }))).toEqual([])
}

/** At a desk and on a phone. */
async function expectNoViolationsAtBothWidths(page: Page) {
  for (const size of [{ width: 1280, height: 800 }, { width: 390, height: 780 }]) {
    await page.setViewportSize(size)
    await expectNoViolations(page)
  }
}

for (const theme of themes) {
  for (const level of detailLevels) {
    test(`axe finds nothing in a chat at level ${level}, ${theme}, with all of it opened`, async ({ page, app }) => {
      await page.emulateMedia({ colorScheme: theme })
      const id = await app.importChat(chat)
      await app.saveLevel(level)
      await app.open(page, `/chat/${id}`)
      await expect(page.locator('[data-slot="question"]')).toBeVisible()
      await expectNoViolations(page)
      const closed = page.locator('[data-slot="steps"][data-state="closed"] > button, [data-slot="tool-line"][data-state="closed"] > button')
      while (await closed.count() > 0) await closed.first().click()
      await expectNoViolationsAtBothWidths(page)
    })
  }

  for (const path of ['/', '/settings/appearance', '/settings/api-keys', '/embed', '/embed?chat=', '/word', '/word?chat=']) {
    test(`axe finds nothing on ${path}, ${theme}`, async ({ page, app }) => {
      await page.emulateMedia({ colorScheme: theme })
      await app.saveLevel(1)
      await app.open(page, path.endsWith('=') ? `${path}${await app.importChat(chat)}` : path)
      await expectNoViolationsAtBothWidths(page)
    })
  }

  test(`axe finds nothing with the menu open, a message in the editor, or another version shown, ${theme}`, async ({ page, app }) => {
    await page.emulateMedia({ colorScheme: theme })
    await app.saveLevel(1)
    await app.open(page)
    await app.ask(page, 'Which tests are flaky?')
    await expect(page.locator('[data-slot="answer"]')).toContainText('flaky')
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await expect(page.getByRole('form', { name: 'Edit message' })).toBeVisible()
    await expectNoViolationsAtBothWidths(page)
    await page.getByRole('form', { name: 'Edit message' }).getByRole('textbox').fill('What failed in the last run?')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.locator('[data-slot="versions"]')).toContainText('2 of 2')
    await expectNoViolationsAtBothWidths(page)
    await page.getByRole('button', { name: 'Open the menu' }).click()
    await expect(page.getByRole('button', { name: 'Close the menu' })).toBeFocused()
    await expectNoViolations(page)
  })

  test(`axe finds nothing with a menu, a new title, a search, a deletion and the sheet of quick keys in view, ${theme}`, async ({ page, app }) => {
    await page.emulateMedia({ colorScheme: theme })
    const id = await app.importChat(chat, `Told in ${theme}`)
    await app.importChat(chat, `Gone in ${theme}`)
    await app.open(page, `/chat/${id}`)
    await page.getByRole('button', { name: 'Export' }).click()
    await expectNoViolations(page)
    await page.getByRole('button', { name: `Rename “Told in ${theme}”` }).click()
    await page.getByRole('textbox', { name: `New title of “Told in ${theme}”` }).fill('')
    await page.keyboard.press('Enter')
    await expect(page.getByText('A chat needs a title.')).toBeVisible()
    await expectNoViolations(page)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: `Delete “Gone in ${theme}”` }).click()
    await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
    await page.getByRole('textbox', { name: 'Search chats' }).fill('nothing like it')
    await expect(page.getByRole('navigation', { name: 'Chats' }).getByRole('link')).toHaveCount(0)
    await expectNoViolations(page)
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
    await expectNoViolations(page)
  })
}

test('a question is answered by one click, and the answer goes on as the next message', async ({ page, app }) => {
  await app.open(page)
  await app.ask(page, 'Which run can you read?')
  await page.getByRole('button', { name: 'Nightly shop suite, Tuesday' }).click()
  await expect(page.locator('[data-slot="message"][data-role="user"]').last()).toContainText('Nightly shop suite, Tuesday')
  await expect(page.locator('[data-slot="answer"]').last()).toContainText('1 test failed in Nightly shop suite, Tuesday')
})
