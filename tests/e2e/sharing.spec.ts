import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { startHeldModel } from './support/held-model.ts'
import type { HeldModel } from './support/held-model.ts'
import { readOverlaps } from './support/read-overlaps.ts'
import { expect, passwordVariables, test as base } from './support/people-fixtures.ts'

const cutMayTakeMs = 5_000

const test = base.extend<object, { model: HeldModel }>({
  model: [async ({ browserName: _browserName }, use) => {
    const model = await startHeldModel()
    await use(model)
    await model.close()
  }, { scope: 'worker' }],
  variables: [async ({ model }, use) => use({ ...passwordVariables, ...model.variables }), { scope: 'worker' }],
})

const list = (page: Page) => page.getByRole('navigation', { name: 'Chats' })
const answer = (page: Page) => page.locator('[data-slot="answer"]').last()

test.describe.configure({ timeout: 120_000 })

test('a chat is shared by keyboard, read live by somebody who can change nothing, and is gone for them when that ends', async ({ openAs, people, model }) => {
  const [writer, reader] = [await people.join('Wim'), await people.join('Rea')]
  const page = await openAs(writer, '/')
  await page.getByRole('textbox', { name: 'Message' }).fill('What is new?')
  await page.keyboard.press('Enter')
  const first = await model.nextStep()
  first.say('The first answer.')
  first.end()
  await expect(answer(page)).toContainText('The first answer.')
  await page.getByRole('button', { name: 'Share', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText(/everybody in .* can read this chat/)).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Shared', exact: true })).toBeVisible()
  expect((await new AxeBuilder({ page }).analyze()).violations.map(({ id }) => id)).toEqual([])
  await page.setViewportSize({ width: 320, height: 640 })
  const panel = await page.getByRole('group', { name: 'Share this chat' }).boundingBox()
  expect(panel?.x ?? -1).toBeGreaterThanOrEqual(0)
  expect((panel?.x ?? 0) + (panel?.width ?? 0)).toBeLessThanOrEqual(320)
  await page.keyboard.press('Escape')
  expect(await readOverlaps(page)).toEqual([])
  await page.setViewportSize({ width: 1280, height: 800 })

  const other = await openAs(reader, '/')
  const shared = list(other).getByRole('region', { name: 'Shared with you' }).or(list(other).locator('.nl-chats-shared'))
  await expect(shared.first()).toContainText('Wim')
  await shared.first().getByRole('link').first().click()
  await expect(other.locator('[data-slot="reader-note"]')).toHaveText('Shared by Wim · you can read it')
  await expect(answer(other)).toContainText('The first answer.')
  await expect(other.getByRole('textbox', { name: 'Message' })).toHaveCount(0)
  for (const name of ['Edit', 'Answer again', 'Retry', 'Share', 'Shared', 'Earlier version']) await expect(other.getByRole('button', { name, exact: true })).toHaveCount(0)
  await expect(other.getByRole('button', { name: 'Copy', exact: true })).toBeVisible()
  expect((await new AxeBuilder({ page: other }).analyze()).violations.map(({ id }) => id)).toEqual([])

  await page.getByRole('textbox', { name: 'Message' }).fill('And now?')
  await page.keyboard.press('Enter')
  const second = await model.nextStep()
  second.say('Being written')
  await expect(other.getByText('Being written')).toBeVisible()
  second.say(' live.')
  second.end()
  await expect(answer(other)).toContainText('Being written live.')

  await page.getByRole('button', { name: 'Shared', exact: true }).click()
  await page.getByRole('button', { name: 'Stop sharing' }).click()
  await expect(page.getByRole('button', { name: 'Share', exact: true })).toBeVisible()
  await expect(other.getByText('This chat is not shared with you any more.')).toBeVisible({ timeout: cutMayTakeMs })
  await expect(other.getByText('Being written live.')).toHaveCount(0)
})

test('a reader keeps a level of their own', async ({ openAs, people }) => {
  const [writer, reader] = [await people.join('Wes'), await people.join('Ron')]
  const messages = [{ id: 'q', role: 'user', parts: [{ type: 'text', text: 'Why?' }] }, { id: 'a', role: 'assistant', parts: [{ type: 'reasoning', text: 'A thought of mine.', state: 'done' }, { type: 'text', text: 'Because.' }] }]
  const { id } = await writer.send('POST', '/api/chats/import', { title: 'Levels', messages })
  await writer.send('PATCH', `/api/chats/${String(id)}`, { isShared: true })
  await writer.send('PATCH', '/api/settings/chat', { detailLevel: 0 })
  await reader.send('PATCH', '/api/settings/chat', { detailLevel: 4 })
  const page = await openAs(reader, `/chat/${String(id)}`)
  await expect(page.locator('[data-slot="transcript"]')).toHaveAttribute('data-detail-level', '4')
  await expect(page.getByText('A thought of mine.').first()).toBeVisible()
  const own = await openAs(writer, `/chat/${String(id)}`)
  await expect(own.getByText('A thought of mine.')).toHaveCount(0)
})
