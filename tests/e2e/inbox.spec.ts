import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { toApproval } from '#layers/northlight/tests/fixtures/approvals/to-approval.ts'
import { enterTime } from './support/enter-time.ts'
import { expect, test } from './support/fixtures.ts'

const group = (page: Page, name: string) => page.locator('[data-slot="inbox-group"]').filter({ has: page.getByRole('heading', { name, exact: true }) })
const card = (page: Page, text: string) => page.locator('[data-slot="inbox-ask"]').filter({ hasText: text })
const count = (page: Page) => page.locator('#nl-sidebar [data-slot="inbox-count"]')
const button = (page: Page, text: string, name: string) => card(page, text).getByRole('button', { name, exact: true })

/** What earlier tests left waits for nobody. */
test.beforeEach(async ({ app: { server: { url } } }) => {
  const { approvals } = await (await fetch(`${url}/api/approvals?state=waiting&limit=200`)).json() as { approvals: { id: string, version: number, digest: string }[] }
  for (const { id, version, digest } of approvals) {
    await fetch(`${url}/api/approvals/${id}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ decision: 'reject', version, digest }) })
  }
})

test('what waits is grouped by what it is about and counted in every tab; what is decided keeps its place until it is left', async ({ page, app, context }) => {
  const { url } = app.server
  await enterTime(url, 'ACME', 'first review')
  await enterTime(url, 'Beta', 'a call')
  await enterTime(url, 'ACME', 'second review')
  const other = await context.newPage()
  await app.open(other)
  await expect(count(other)).toContainText('3')
  await app.open(page, '/')
  await page.getByRole('navigation', { name: 'Inbox' }).getByRole('link', { name: 'Inbox' }).click()
  await expect(page).toHaveURL(/\/inbox$/)
  await expect(page.locator('[data-slot="inbox-group"]')).toHaveCount(2)
  await expect(page.locator('[data-slot="inbox-group"] h2')).toHaveText(['ACME', 'Beta'])
  await expect(group(page, 'ACME').locator('[data-slot="inbox-ask"]')).toContainText(['second review', 'first review'])

  const before = await card(page, 'a call').boundingBox()
  await button(page, 'first review', 'Reject').click()
  await card(page, 'first review').getByRole('textbox').fill('Not billable.')
  await button(page, 'first review', 'Reject').click()
  await expect(card(page, 'first review').locator('[data-slot="approval-card"]')).toHaveAttribute('data-state', 'rejected')
  await expect(card(page, 'first review')).toBeFocused()
  await expect(count(page)).toContainText('2')
  await expect(count(other)).toContainText('2')
  await button(page, 'a call', 'Approve').click()
  await expect(card(page, 'a call').locator('[data-slot="approval-card"]')).toHaveAttribute('data-state', 'executed')
  await expect(count(other)).toContainText('1')
  expect((await card(page, 'a call').boundingBox())?.x).toBe(before?.x)
  await expect(page.locator('[data-slot="inbox-ask"]')).toHaveCount(3)

  await page.getByRole('link', { name: 'Decided', exact: true }).click()
  await expect(card(page, 'first review')).toContainText('Not billable.')
  await expect(card(page, 'second review')).toHaveCount(0)
  await page.getByRole('link', { name: 'Waiting', exact: true }).click()
  await expect(page.locator('[data-slot="inbox-ask"]')).toHaveCount(1)
  await expect(card(page, 'second review')).toBeVisible()
})

test('what comes in meanwhile moves nothing: it is told of, and shown when it is asked for', async ({ page, app }) => {
  const { url } = app.server
  await app.open(page, '/inbox')
  await expect(page.getByText('Nothing waits for a decision.')).toBeVisible()
  await enterTime(url, 'ACME', 'the first')
  await expect(card(page, 'the first')).toBeVisible()
  const before = await card(page, 'the first').boundingBox()
  await enterTime(url, 'Beta', 'the second')
  const more = page.getByRole('status').getByRole('button', { name: 'One more waits. Show it' })
  await expect(more).toBeVisible()
  expect((await card(page, 'the first').boundingBox())?.y).toBe(before?.y)
  await more.click()
  await expect(page.locator('[data-slot="inbox-group"] h2')).toHaveText(['Beta', 'ACME'])
  await expect(more).toHaveCount(0)
})

test('what was decided in another tab settles here, without an error', async ({ page, app, context }) => {
  await enterTime(app.server.url, 'ACME', 'decided elsewhere')
  await app.open(page, '/inbox')
  const other = await context.newPage()
  await app.open(other, '/inbox')
  await button(other, 'decided elsewhere', 'Approve').click()
  await expect(card(page, 'decided elsewhere').locator('[data-slot="approval-card"]')).toHaveAttribute('data-state', 'executed')
  await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(0)
})

test('one by itself stands whole, decides by a press alone, and one that is not there is said to be so', async ({ page, app }) => {
  const { url } = app.server
  await enterTime(url, 'ACME', 'by itself')
  const { approvals: [approval] } = await (await fetch(`${url}/api/approvals?state=waiting`)).json() as { approvals: { id: string }[] }
  await app.open(page, `/inbox/${approval?.id}`)
  await expect(page.locator('[data-slot="approval-whole"]')).toContainText('by itself')
  expect(await (await fetch(`${url}/api/approvals/${approval?.id}`)).json()).toMatchObject({ state: 'pending' })
  await page.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(page.locator('[data-slot="approval-card"]')).toHaveAttribute('data-state', 'executed')
  await app.open(page, '/inbox/no-such-approval')
  await expect(page.getByText('There is no such approval, or it is not yours to see.')).toBeVisible()
  await page.getByRole('link', { name: 'All of the Inbox' }).click()
  await expect(page).toHaveURL(/\/inbox$/)
})

test('older ones come page after page, each once', async ({ page, app }) => {
  const all = Array.from({ length: 120 }, (_, index) => toApproval({ id: `approval-${index}`, createdAt: Date.UTC(2026, 10, 30) - index * 60_000, target: { kind: 'matter', key: `Matter ${index % 7}`, url: null, title: null } }))
  await page.route(/\/api\/approvals\?/, async (route) => {
    const query = new URL(route.request().url()).searchParams
    const from = all.findIndex(({ id }) => id === query.get('before')) + 1
    const limit = Number(query.get('limit'))
    await route.fulfill({ json: { approvals: all.slice(from, from + limit), waiting: all.length, hasMore: from + limit < all.length } })
  })
  await app.open(page, '/inbox')
  const asks = page.locator('[data-slot="inbox-ask"]')
  await expect(asks).toHaveCount(50)
  await expect(count(page)).toContainText('99+')
  const more = page.getByRole('button', { name: 'Show older ones' })
  await more.click()
  await expect(asks).toHaveCount(100)
  await more.click()
  await expect(asks).toHaveCount(120)
  await expect(more).toHaveCount(0)
  await expect(page.locator('[data-slot="inbox-group"]')).toHaveCount(7)
})

test('an ask is found and decided by keyboard alone, on a phone', async ({ page, app }) => {
  await enterTime(app.server.url, 'ACME', 'by keyboard')
  await page.setViewportSize({ width: 390, height: 780 })
  await app.open(page)
  const link = page.getByRole('banner').getByRole('link', { name: /^Inbox/ })
  await expect(link).toContainText('1')
  await link.press('Enter')
  await expect(button(page, 'by keyboard', 'Approve')).toBeEnabled()
  await button(page, 'by keyboard', 'Approve').focus()
  await page.keyboard.press('Enter')
  await expect(card(page, 'by keyboard').locator('[data-slot="approval-card"]')).toHaveAttribute('data-state', 'executed')
  await expect(page.getByRole('status').filter({ hasText: 'ACME' })).toHaveCount(1)
})

for (const colorScheme of ['light', 'dark'] as const) {
  for (const path of ['/inbox', '/inbox?show=decided']) {
    test(`axe finds nothing on ${path}, ${colorScheme}, on a phone and at a desk`, async ({ page, app }, info) => {
      // A card each for all that other tests decided is much to look through.
      test.setTimeout(180_000)
      await page.emulateMedia({ colorScheme })
      await enterTime(app.server.url, 'ACME', 'looked at')
      await app.open(page, path)
      await expect(page.locator('[data-slot="approval-card"]').first()).toBeVisible()
      for (const size of [{ width: 1280, height: 800 }, { width: 390, height: 780 }]) {
        await page.setViewportSize(size)
        expect((await new AxeBuilder({ page }).analyze()).violations.map(({ id, nodes }) => ({ id, targets: nodes.map((node) => node.target.join(' ')) }))).toEqual([])
        expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
        await info.attach(`${path} ${size.width} ${colorScheme}`, { body: await page.screenshot(), contentType: 'image/png' })
      }
    })
  }
}
