import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from './support/fixtures.ts'

interface DroppedFile {
  name: string
  text: string
}

const uploads = (page: Page) => page.locator('[data-slot="upload"]')
const folded = (page: Page) => page.locator('[data-slot="uploads-done"]')

const toReport = (name: string): DroppedFile => ({ name, text: `<testsuite name="${name}"><testcase name="adds"/><testcase name="pays"><failure message="lost"/></testcase></testsuite>` })

/** As if the files were let go together over the conversation. */
async function drop(page: Page, files: readonly DroppedFile[]) {
  const dataTransfer = await page.evaluateHandle((dropped) => {
    const data = new DataTransfer()
    for (const { name, text } of dropped) data.items.add(new File([text], name))
    return data
  }, files)
  for (const event of ['dragenter', 'dragover', 'drop']) await page.locator('.nl-live-chat').dispatchEvent(event, { dataTransfer })
}

test('five reports that are dropped at once each end as they should; what came in is one line, and goes as one', async ({ page, app }) => {
  await app.open(page)
  const good = ['unit.xml', 'api.xml', 'checkout.xml', 'nightly.xml'].map(toReport)
  const torn = { name: 'torn.xml', text: '<testsuite name="torn"><testcase name="adds"/>' }
  await drop(page, [...good.slice(0, 2), torn, ...good.slice(2)])
  await expect(folded(page)).toContainText('4 reports added')
  await expect(folded(page)).toContainText('unit.xml, api.xml, checkout.xml, nightly.xml')
  await expect(uploads(page)).toHaveCount(1)
  await expect(uploads(page)).toHaveAttribute('data-state', 'failed')
  await expect(uploads(page)).toContainText('torn.xml')
  await expect(uploads(page)).toContainText('The report ends in the middle')
  await expect(uploads(page).getByRole('button')).toHaveCount(1)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
  }

  await page.getByRole('button', { name: 'Dismiss the 4 reports added' }).click()
  await expect(folded(page)).toHaveCount(0)
  await expect(uploads(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Dismiss torn.xml' }).click()
  await expect(uploads(page)).toHaveCount(0)
  await app.ask(page, 'How do the last runs compare?')
  await expect(page.locator('[data-slot="answer"]').last()).toContainText('nightly.xml')
})

test('what turns out to be no report goes with the message instead, when asked to', async ({ page, app }) => {
  await app.open(page)
  await drop(page, [{ name: 'settings.json', text: '{"theme":"dark"}' }])
  await expect(uploads(page)).toContainText('no test report that is known')
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
  await page.getByRole('button', { name: 'Attach it to the message instead: settings.json' }).click()
  await expect(uploads(page)).toHaveCount(0)
  const attached = page.locator('[data-slot="attached-file"]')
  await expect(attached).toHaveAttribute('data-state', 'ready')
  await expect(attached).toContainText('settings.json')
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeFocused()
})
