import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from './support/held-fixtures.ts'

const queued = (page: Page) => page.locator('[data-slot="queued-message"]')
const field = (page: Page) => page.getByRole('textbox', { name: 'Message' })
const questions = (page: Page) => page.locator('[data-slot="message"][data-role="user"]')

async function countPosts(page: Page): Promise<string[]> {
  const posts: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && new URL(request.url()).pathname === '/api/chat') posts.push(request.postData() ?? '')
  })
  return posts
}

test('D15 a message that is sent while an answer is written waits in sight, can be taken back, and goes out by itself', async ({ page, app, model }) => {
  const posts = await countPosts(page)
  await app.open(page)
  await app.ask(page, 'What failed in the last run?')
  const first = await model.nextStep()
  first.think('The records decide.')
  await expect(page).toHaveURL(/\/chat\//)
  await expect(page.locator('[data-slot="steps"]')).toBeVisible()
  await field(page).fill('Which tests are flaky?')
  await expect(page.getByRole('button', { name: 'Send next' })).toBeVisible()
  await field(page).press('Enter')
  await field(page).fill('Which are slowest?')
  await field(page).press('Enter')
  await expect(queued(page)).toHaveCount(2)
  await expect(page.getByRole('status').filter({ hasText: 'Queued' })).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'Stop' })).toBeVisible()
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])

  await field(page).fill('and more')
  await queued(page).last().getByRole('button', { name: 'Take back' }).click()
  await expect(field(page)).toHaveValue('Which are slowest?\n\nand more')
  await expect(field(page)).toBeFocused()
  await expect(queued(page)).toHaveCount(1)
  await field(page).fill('')

  first.say('Nothing failed.')
  first.end()
  const second = await model.nextStep()
  await expect(questions(page)).toHaveCount(2)
  await expect(queued(page)).toHaveCount(0)
  second.say('None is flaky.')
  second.end()
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeVisible()
  expect(posts).toHaveLength(2)
})

test('a message that could not be sent is mended in the composer, or sent by its own Retry', async ({ page, app, model }) => {
  const chat = await app.importChat([
    { id: 'q1', role: 'user', parts: [{ type: 'text', text: 'Which run?' }] },
    { id: 'a1', role: 'assistant', parts: [{ type: 'text', text: 'The last one.' }] },
  ], 'Unsent')
  await app.open(page, `/chat/${chat}`)
  await page.route('**/api/chat', (route) => route.abort())
  const unsent = () => questions(page).last()
  await app.ask(page, 'What faild?')
  await expect(page.getByRole('alert')).toContainText('The server can\'t be reached.')
  await unsent().getByRole('button', { name: 'Edit' }).click()
  await expect(field(page)).toHaveValue('What faild?')
  await expect(field(page)).toBeFocused()
  await expect(questions(page)).toHaveCount(1)
  await expect(page.getByRole('alert')).toHaveCount(0)
  await field(page).fill('What failed in the last run?')
  await field(page).press('Enter')
  await expect(page.getByRole('alert')).toContainText('The server can\'t be reached.')
  await page.unroute('**/api/chat')
  await unsent().getByRole('button', { name: 'Retry' }).click()
  const step = await model.nextStep()
  await expect(page.getByRole('button', { name: 'Stop' })).toBeVisible()
  await expect(questions(page)).toHaveText([/Which run\?/, /What failed in the last run\?/])
  await page.reload()
  await expect(questions(page)).toHaveCount(2)
  step.say('Nothing failed.')
  step.end()
  await expect(page.locator('[data-slot="answer"]').last()).toHaveText('Nothing failed.')
})

test('what waits and what is typed outlive a reload; after a stop it waits for the person', async ({ page, app, model }) => {
  const posts = await countPosts(page)
  await app.open(page)
  await app.ask(page, 'What failed in the last run?')
  const first = await model.nextStep()
  first.think('The records decide.')
  await expect(page).toHaveURL(/\/chat\//)
  await field(page).fill('Which tests are flaky?')
  await field(page).press('Enter')
  await field(page).fill('half a ques')
  await expect(queued(page)).toHaveCount(1)
  await page.reload()
  await expect(queued(page)).toHaveText(/Which tests are flaky\?/)
  await expect(field(page)).toHaveValue('half a ques')
  await field(page).press('Escape')
  await expect(page.locator('[data-slot="outcome"]')).toContainText('Stopped')
  expect(posts).toHaveLength(1)
  await queued(page).getByRole('button', { name: 'Send' }).click()
  const second = await model.nextStep()
  second.say('None is flaky.')
  second.end()
  await expect(questions(page)).toHaveCount(2)
  await expect(queued(page)).toHaveCount(0)
  await expect(field(page)).toHaveValue('half a ques')
})
