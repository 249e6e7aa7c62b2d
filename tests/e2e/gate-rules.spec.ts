import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { dotListSchema } from '#layers/northlight/shared/dots/dot-answers.ts'
import { expect, test } from './support/fixtures.ts'

const path = '/settings/dots'
const prComments = 'Comment on a pull request'

const dot = (page: Page, name: string) => page.locator('[data-slot="dot"]').filter({ has: page.getByRole('heading', { name, exact: true }) })
const rules = (page: Page, name: string) => page.getByRole('radiogroup', { name: `${prComments}, ${name}` })
const readDots = async (url: string) => dotListSchema.parse(await (await fetch(`${url}/api/dots`)).json())

test('a rule is saved as it is chosen, and a dot is added, renamed, put under another, archived and brought back, by keyboard too', async ({ page, app }) => {
  await app.open(page, path)
  const { dots: [first] } = await readDots(app.server.url)
  const name = first?.name ?? ''
  await expect(rules(page, name).getByRole('radio', { name: 'Ask' })).toBeChecked()
  await rules(page, name).getByRole('radio', { name: 'Ask' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByText(`Saved. ${name}, ${prComments}: Block.`)).toBeVisible()
  await expect(rules(page, name).getByRole('radio', { name: 'Block' })).toBeChecked()
  await expect.poll(async () => (await readDots(app.server.url)).dots[0]?.rules.pr_comment).toBe('block')

  await page.getByRole('button', { name: 'Add the dot' }).click()
  await expect(page.getByText('Type a name.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Name' }).fill('Scribe')
  await page.getByRole('textbox', { name: 'Job' }).fill('Writes down time.')
  await page.getByRole('combobox', { name: 'Acts under' }).selectOption({ label: name })
  await page.getByRole('button', { name: 'Add the dot' }).click()
  await expect(dot(page, 'Scribe')).toContainText(`Writes down time. Acts under ${name}.`)
  await expect(rules(page, 'Scribe').getByRole('radio', { name: 'Ask' })).toBeChecked()

  await page.getByRole('button', { name: 'Change Scribe' }).click()
  const form = dot(page, 'Scribe')
  await expect(form.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await form.getByRole('textbox', { name: 'Name' }).fill('Clerk')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('button', { name: 'Change Clerk' })).toBeFocused()

  await page.getByRole('button', { name: 'Archive Clerk…' }).click()
  await page.getByRole('button', { name: 'Archive Clerk', exact: true }).click()
  await expect(dot(page, 'Clerk')).toContainText('Archived: it does nothing any more.')
  await expect(rules(page, 'Clerk')).toHaveCount(0)
  await page.getByRole('button', { name: 'Bring Clerk back' }).click()
  await expect(rules(page, 'Clerk').getByRole('radio', { name: 'Ask' })).toBeChecked()
  expect((await readDots(app.server.url)).dots.map((one) => [one.name, one.isArchived])).toEqual([[name, false], ['Clerk', false]])
})

test('a rule that could not be saved stands as it was, and it is said', async ({ page, app }) => {
  await app.open(page, path)
  const { dots: [first] } = await readDots(app.server.url)
  const before = first?.rules.issue_comment
  await page.route('**/api/dots/*', (route) => route.fulfill({ status: 403, json: { code: 'role-missing', message: 'Only owners and admins may do this.' } }))
  const group = page.getByRole('radiogroup', { name: `Comment on an issue, ${first?.name}` })
  await group.getByRole('radio', { name: 'Act' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Only owners and admins' })).toBeVisible()
  await expect(group.getByRole('radio', { checked: true })).toHaveAttribute('value', before ?? '')
})

test('sandbox mode is turned on and off, and stays so', async ({ page, app }) => {
  await app.open(page, path)
  const sandbox = page.getByRole('switch', { name: 'Sandbox mode' })
  await expect(sandbox).not.toBeChecked()
  await sandbox.press('Space')
  await expect(page.getByText('Sandbox mode is on.')).toBeVisible()
  await page.reload()
  await expect(sandbox).toBeChecked()
  expect((await readDots(app.server.url)).sandbox).toBe(true)
  await sandbox.click()
  await expect(sandbox).not.toBeChecked()
  await expect.poll(async () => (await readDots(app.server.url)).sandbox).toBe(false)
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing in the settings of dots, connections, the log and time entries, ${colorScheme}, on a phone and at a desk`, async ({ page, app }, info) => {
    // Axe looks at eight views.
    test.slow()
    await page.emulateMedia({ colorScheme })
    for (const one of [path, '/settings/connections', '/settings/review-log', '/settings/time-entries']) {
      await app.open(page, one)
      for (const size of [{ width: 1280, height: 800 }, { width: 390, height: 780 }]) {
        await page.setViewportSize(size)
        expect((await new AxeBuilder({ page }).analyze()).violations.map(({ id, nodes }) => ({ id, targets: nodes.map((node) => node.target.join(' ')) }))).toEqual([])
        expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
        await info.attach(`${one} ${size.width} ${colorScheme}`, { body: await page.screenshot(), contentType: 'image/png' })
      }
    }
  })
}
