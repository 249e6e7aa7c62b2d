import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { detailLevels } from '#layers/northlight/shared/settings/detail-level.ts'
import { placementMessage } from '#layers/northlight/tests/fixtures/messages/placement-message.ts'
import { expect, test } from './support/fixtures.ts'

const themes = ['light', 'dark'] as const
const failedCall = {
  type: 'tool-get_run', toolCallId: 'call-failed', state: 'output-error', input: { runId: 'x' }, errorText: 'There is no test run x.',
  toolMetadata: { northlight: { manner: 'internal' } },
}
const markdown = '# Result\n\nSee [the run](https://example.org/run) and `code`.\n\n| Run | Failed |\n| --- | ---: |\n| Nightly | 2 |\n\n```js\nconst answer = 42\n```\n\n> quoted'

/** One of each: prose, a table, code, a failed call, a question, a file, an unknown part. */
const chat = [
  { id: 'q', role: 'user', parts: [{ type: 'text', text: 'What failed?' }] },
  placementMessage,
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

for (const theme of themes) {
  for (const level of detailLevels) {
    test(`axe finds nothing in a chat at level ${level}, ${theme}`, async ({ page, app }) => {
      await page.emulateMedia({ colorScheme: theme })
      const id = await app.importChat(chat)
      await app.saveLevel(level)
      await app.open(page, `/chat/${id}`)
      await expect(page.locator('[data-slot="question"]')).toBeVisible()
      const closed = page.locator('[data-slot="steps"][data-state="closed"] > button')
      while (await closed.count() > 0) await closed.first().click()
      await expectNoViolations(page)
    })
  }

  for (const path of ['/', '/settings/appearance']) {
    test(`axe finds nothing on ${path}, ${theme}`, async ({ page, app }) => {
      await page.emulateMedia({ colorScheme: theme })
      await app.open(page, path)
      await expectNoViolations(page)
    })
  }
}

test('by keyboard alone: ask, open and fold the work, and change the level', async ({ page, app }) => {
  await app.saveLevel(1)
  await app.open(page)
  await page.getByRole('textbox', { name: 'Message' }).focus()
  await page.keyboard.type('Which tests are flaky?')
  await page.keyboard.press('Enter')
  await expect(page.locator('[data-slot="answer"]')).toContainText('flaky')
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeFocused()
  await tabTo(page, '[data-slot="steps"] button', 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page.locator('[data-slot="steps"]')).toHaveAttribute('data-state', 'open')
  await page.keyboard.press('Space')
  await expect(page.locator('[data-slot="steps"]')).toHaveAttribute('data-state', 'closed')
  await tabTo(page, 'a[href="/settings/appearance"]', 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('radio', { name: 'Compact' })).toBeVisible()
  await tabTo(page, 'input[type="radio"]:checked', 'Tab')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('radio', { name: 'Tools' })).toBeChecked()
  await expect.poll(async () => (await (await fetch(`${app.server.url}/api/settings/chat`)).json()).detailLevel).toBe(2)
})

test('a question is answered by one click, and the answer goes on as the next message', async ({ page, app }) => {
  await app.open(page)
  await app.ask(page, 'Which run can you read?')
  await page.getByRole('button', { name: 'Nightly shop suite, Tuesday' }).click()
  await expect(page.locator('[data-slot="message"][data-role="user"]').last()).toContainText('Nightly shop suite, Tuesday')
  await expect(page.locator('[data-slot="answer"]').last()).toContainText('1 test failed in Nightly shop suite, Tuesday')
})

async function tabTo(page: Page, selector: string, key: string) {
  for (let presses = 0; presses < 40; presses++) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)) return
    await page.keyboard.press(key)
  }
  throw new Error(`${key} never reached ${selector}`)
}
