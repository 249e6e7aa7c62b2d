import type { Page } from '@playwright/test'
import { detailLevels } from '#layers/northlight/shared/settings/detail-level.ts'
import type { App } from './support/fixtures.ts'
import { expect, test } from './support/held-fixtures.ts'
import type { HeldModel } from './support/held-model.ts'

const dock = (page: Page) => page.locator('[data-slot="approval-dock"]')
const button = (page: Page, name: string) => dock(page).getByRole('button', { name, exact: true })
const parts = (page: Page) => page.locator('[data-slot="message"][data-role="assistant"]').last().locator('[data-slot="approval"], [data-slot="receipt"]')
const answers = (page: Page) => page.locator('[data-slot="message"][data-role="assistant"]')

test.describe.configure({ timeout: 120_000 })

/** Has the model ask for time entries, so that its turn waits. */
async function askForEntries(app: App, page: Page, model: HeldModel, ...subjects: string[]) {
  await app.open(page)
  await app.ask(page, 'Enter my time.')
  const step = await model.nextStep()
  step.say('I will enter it.')
  for (const [index, subject] of subjects.entries()) {
    step.call(`c${index}`, 'propose_time_entry', { day: '2026-11-30', minutes: 45, subject, text: 'Review of the contract' })
  }
  step.end()
  await expect(dock(page)).toContainText(subjects.length === 1 ? 'Waiting for a decision' : `of ${subjects.length} waiting for a decision`, { timeout: 30_000 })
  await expect(page).toHaveURL(/\/chat\//)
}

/** Which of two is in view is the one that was read first, and stays. */
async function showFirst(page: Page) {
  await expect(dock(page)).toContainText('of 2 waiting for a decision')
  if (!(await dock(page).innerText()).includes('1 of 2')) await dock(page).getByRole('button', { name: 'The one before' }).click()
  await expect(dock(page)).toContainText('1 of 2 waiting for a decision')
}

async function approve(page: Page) {
  await expect(button(page, 'Approve')).toBeEnabled()
  await button(page, 'Approve').click()
}

/** The rest of the answer, said once the model is asked again. */
async function goOn(model: HeldModel, text: string) {
  const step = await model.nextStep()
  step.say(text)
  step.end()
}

test('of two asks one is approved and one rejected, and the answer goes on once, in the same message, in each tab and after a reload', async ({ page, app, model, context }) => {
  await askForEntries(app, page, model, 'ACME', 'Umbrella')
  const other = await context.newPage()
  await app.open(other, new URL(page.url()).pathname)
  await showFirst(page)
  await showFirst(other)
  const first = await answers(page).last().getAttribute('data-message-id')

  await approve(page)
  await expect(dock(page)).toContainText('Umbrella')
  await expect(dock(other)).toContainText('Approved')
  await button(other, 'Close').click()
  await expect(dock(other)).toContainText('Umbrella')
  await button(page, 'Reject').click()
  await dock(page).getByRole('textbox').fill('Not this week.')
  await button(page, 'Reject').click()
  await expect(dock(page)).toHaveCount(0)
  await goOn(model, 'One entered, one not.')
  for (const tab of [page, other]) {
    await expect(answers(tab)).toHaveCount(1)
    await expect(answers(tab).last()).toContainText('One entered, one not.')
    await expect(answers(tab).last()).toContainText('I will enter it.')
    await expect(parts(tab)).toHaveCount(2)
    await expect(parts(tab).nth(0)).toContainText('Done')
    await expect(parts(tab).nth(1)).toContainText('Rejected · Not this week.')
  }
  await page.reload()
  await expect(answers(page)).toHaveCount(1)
  expect(await answers(page).last().getAttribute('data-message-id')).toBe(first)
  await expect(answers(page).last()).toContainText('One entered, one not.')
  await expect(parts(page).nth(1)).toContainText('Rejected · Not this week.')
  await expect(dock(page)).toHaveCount(0)
})

test('what waits is there after a reload; what goes on is read on in its place by a page that is loaded meanwhile, and nothing of it goes', async ({ page, app, model }) => {
  await askForEntries(app, page, model, 'ACME')
  await page.reload()
  await expect(dock(page)).toContainText('ACME')
  await approve(page)
  const step = await model.nextStep()
  await page.reload()
  await expect(answers(page).last()).toContainText('I will enter it.')
  step.say('It is entered, ')
  await expect(answers(page).last()).toContainText('It is entered,')
  step.say('as you said.')
  step.end()
  await expect(answers(page).last()).toContainText('It is entered, as you said.')
  await expect(answers(page)).toHaveCount(1)
  await expect(parts(page)).toHaveCount(1)
})

test('an edit makes a new version, which is what is approved and done', async ({ page, app, model }) => {
  await askForEntries(app, page, model, 'ACME')
  await button(page, 'Edit').click()
  await dock(page).getByLabel('Minutes').fill('30')
  await button(page, 'Save as a new version').click()
  await expect(dock(page).locator('[data-field="value"]')).toContainText('30 minutes')
  await approve(page)
  await goOn(model, 'Entered.')
  await expect(parts(page)).toContainText('Done')
  const entries = await (await page.request.get(`${app.server.url}/api/time-entries`)).json() as { entries: { minutes: number }[] }
  expect(entries.entries.map(({ minutes }) => minutes)).toContain(30)
})

test('two tabs decide at once: one counts, and the other shows how it stands', async ({ page, app, model, context }) => {
  await askForEntries(app, page, model, 'ACME')
  const other = await context.newPage()
  await app.open(other, new URL(page.url()).pathname)
  await expect(button(other, 'Approve')).toBeEnabled()
  await button(other, 'Reject').click()
  await expect(button(page, 'Approve')).toBeEnabled()
  // Whoever is later may find the button gone.
  const press = (tab: Page, name: string) => button(tab, name).evaluate((element: HTMLElement) => element.click())
  await Promise.all([press(page, 'Approve'), press(other, 'Reject')])
  await goOn(model, 'That is how it ended.')
  for (const tab of [page, other]) {
    await expect(answers(tab).last()).toContainText('That is how it ended.')
    await expect(tab.getByRole('alert')).toHaveCount(0)
  }
  const [one, two] = await Promise.all([page, other].map((tab) => parts(tab).innerText()))
  expect(one).toBe(two)
})

test('an answer that waits is stopped, and what it asks for is cancelled', async ({ page, app, model }) => {
  await askForEntries(app, page, model, 'ACME')
  await dock(page).getByRole('button', { name: /^Stop/ }).click()
  await dock(page).getByRole('button', { name: /^Stop/ }).click()
  await expect(parts(page)).toContainText('Cancelled')
  await expect(button(page, 'Approve')).toHaveCount(0)
  await app.ask(page, 'And now?')
  await goOn(model, 'Something else.')
  await expect(answers(page).last()).toContainText('Something else.')
})

for (const level of detailLevels) {
  test(`at level ${level} the ask is there, outside any group, and so is its receipt`, async ({ page, app, model }) => {
    await app.saveLevel(level)
    await askForEntries(app, page, model, 'ACME')
    await expect(parts(page)).toContainText('Waits for your decision below')
    expect(await parts(page).evaluate((part) => part.closest('[data-slot="steps"]'))).toBeNull()
    await approve(page)
    await goOn(model, 'Entered.')
    await expect(parts(page)).toContainText('Done')
    expect(await parts(page).evaluate((part) => part.closest('[data-slot="steps"]'))).toBeNull()
  })
}
