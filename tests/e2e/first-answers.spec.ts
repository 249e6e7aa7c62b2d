import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from './support/fixtures.ts'

const questions = [
  { question: 'What failed in the last run?', answer: /2 tests failed.*of 9: 6 passed, 1 skipped/, names: ['pays with a card', 'shows the total with tax'], calls: 2 },
  { question: 'Which tests are flaky?', answer: /2 tests were flaky/, names: ['keeps the basket over a reload', 'changes the address'], calls: 2 },
  { question: 'How do the last runs compare?', answer: /The last 3 runs, the newest first/, names: ['Nightly shop suite, Monday', 'Nightly shop suite, Wednesday'], calls: 1 },
]

for (const { question, answer, names, calls } of questions) {
  test(`the empty chat answers "${question}" from the records`, async ({ page, app }) => {
    await app.open(page)
    await page.getByRole('button', { name: question }).click()
    const reply = page.locator('[data-slot="message"][data-role="assistant"]')
    await expect(reply.locator('[data-slot="answer"]')).toContainText(answer)
    for (const name of names) await expect(reply.locator('[data-slot="answer"]')).toContainText(name)
    await expect(reply.locator('[data-slot="steps"]')).toContainText(`Checked ${calls} thing`)
    await expect(page).toHaveURL(/\/chat\//)
  })
}

const invoices = `<testsuites><testsuite name="Invoices">
  <testcase classname="invoices" name="adds the tax"><failure message="Expected 119, received 100">at invoice.js:3</failure></testcase>
  <testcase classname="invoices" name="sends a copy"/>
  <testcase classname="invoices" name="rounds to cents"><error message="Connection refused"/></testcase>
  <testcase classname="invoices" name="prints"><skipped/></testcase>
</testsuite></testsuites>`

async function drop(page: Page, name: string, text: string) {
  await page.evaluate(({ name, text }) => {
    const transfer = new DataTransfer()
    transfer.items.add(new File([text], name))
    const target = document.querySelector('main textarea')
    for (const type of ['dragenter', 'dragover', 'drop']) target?.dispatchEvent(new DragEvent(type, { dataTransfer: transfer, bubbles: true, cancelable: true }))
  }, { name, text })
}

test('a report that was dropped a moment before answers "what failed?", and a bad file after it changes nothing', async ({ page, app }) => {
  await app.open(page)
  await drop(page, 'invoices.xml', invoices)
  await expect(page.getByText('4 tests, 2 failed, 1 skipped')).toBeVisible()
  await drop(page, 'notes.json', 'These are notes.')
  await expect(page.getByText('The file is neither XML nor a JSON object')).toBeVisible()
  await drop(page, 'half.xml', invoices.slice(0, 300))
  await expect(page.getByText(/Upload the whole file/)).toBeVisible()
  await app.ask(page, 'what failed?')
  const answer = page.locator('[data-slot="answer"]')
  await expect(answer).toContainText('2 tests failed in Invoices, of 4: 1 passed, 1 skipped')
  await expect(answer).toContainText('adds the tax: Expected 119, received 100')
  await expect(answer).toContainText('rounds to cents: Connection refused')
  await expect(answer).not.toContainText('sends a copy')
})

test('a Playwright report sent as a request body is the latest run, with the numbers that the tool printed', async ({ page, app }) => {
  const folder = join(import.meta.dirname, '../fixtures/reports')
  const { printed, failed } = JSON.parse(readFileSync(join(folder, 'totals.json'), 'utf8'))['playwright.json']
  const stored = await fetch(`${app.server.url}/api/runs`, {
    method: 'POST', headers: { 'content-type': 'application/json' }, body: readFileSync(join(folder, 'real/playwright.json')),
  })
  expect(stored.status).toBe(201)
  expect(await stored.json()).toMatchObject({ failed: printed.failed, flaky: printed.flaky })
  await app.open(page)
  await app.ask(page, 'What failed?')
  const answer = page.locator('[data-slot="answer"]')
  await expect(answer).toContainText(`${printed.failed} tests failed`)
  await expect(answer).toContainText(failed[0])
})
