import AxeBuilder from '@axe-core/playwright'
import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { attackNames } from '#layers/northlight/tests/fixtures/approvals/attack-asks.ts'
import { startDevServer } from './support/dev-server.ts'

/** The server begins with nothing built, and each page is built when it is first asked for. */
const beginningMayTakeMs = 300_000
const pageMayTakeMs = 120_000
/** A megabyte is looked at in the chat, where it has the page to itself. */
const asks = ['comment', 'rejected', ...attackNames.filter((name) => name !== 'megabyte')]

let server: Awaited<ReturnType<typeof startDevServer>>

test.describe.configure({ mode: 'serial', timeout: pageMayTakeMs })
test.beforeAll(async () => {
  test.setTimeout(beginningMayTakeMs)
  server = await startDevServer('/approval-gallery')
})
test.afterAll(() => server?.stop())

async function expectRenderers(page: Page) {
  const columns = page.locator('[data-slot="gallery-column"]')
  await expect(columns).toHaveCount(2)
  await expect(page.locator('[data-slot="approval-card"]')).toHaveCount(4, { timeout: pageMayTakeMs })
  await expect(page.locator('[data-slot="approval-whole"]')).toHaveCount(2)
  expect((await columns.first().boundingBox())?.width).toBe(320)
  for (const column of await columns.all()) {
    await expect(column.getByRole('group', { name: 'Plain text, 80 columns' })).toContainText('https://chat.example.com/inbox/')
    for (const name of ['Review log', 'Broadcast', 'Refusal: policy', 'Refusal: person', 'Refusal: unavailable']) await expect(column.getByRole('group', { name, exact: true })).not.toBeEmpty()
  }
  expect((await new AxeBuilder({ page }).analyze()).violations.map(({ id, nodes }) => ({ id, targets: nodes.map((node) => node.target.join(' ')) }))).toEqual([])
}

for (const theme of ['light', 'dark']) {
  test(`every renderer of an ask stands beside the others, at 320 px and wide, ${theme}; axe finds nothing`, async ({ page }, info) => {
    test.setTimeout(beginningMayTakeMs)
    await page.goto(`${server.url}/approval-gallery?ask=comment&theme=${theme}`, { timeout: pageMayTakeMs })
    await expect(page.locator('[data-slot="approval-card"]')).toHaveCount(4, { timeout: pageMayTakeMs })
    for (const ask of asks) {
      await page.getByRole('link', { name: ask, exact: true }).click()
      await expect(page.getByRole('heading', { name: ask, exact: true })).toBeVisible()
      await expectRenderers(page)
      await info.attach(`${ask} ${theme}`, { body: await page.screenshot(), contentType: 'image/png' })
    }
  })
}

test('what would be sent stands on the cards and in plain text, and in no log, broadcast or refusal', async ({ page }) => {
  await page.goto(`${server.url}/approval-gallery?ask=comment`, { timeout: pageMayTakeMs })
  const column = page.locator('[data-slot="gallery-column"]').last()
  const words = 'checkout › pays with a card'
  await expect(column.locator('[data-slot="approval-card"]').first()).toContainText(words, { timeout: pageMayTakeMs })
  const groups = await column.locator('.nl-payload').all()
  const having = []
  for (const group of groups) {
    if ((await group.textContent())?.includes(words)) having.push(await group.getAttribute('aria-label'))
  }
  expect(groups.length).toBeGreaterThan(9)
  expect(having).toEqual(['Plain text, 80 columns'])
})
