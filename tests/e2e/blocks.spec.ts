import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { blockKinds } from '#layers/northlight/shared/blocks/block-registry.ts'
import { blockFixtures } from '#layers/northlight/tests/fixtures/blocks/block-fixtures.ts'
import { chartFixtures } from '#layers/northlight/tests/fixtures/blocks/charts.ts'
import { oddBlocks } from '#layers/northlight/tests/fixtures/blocks/odd-blocks.ts'
import { expect, test } from './support/fixtures.ts'

const toParts = (fixtures: Record<string, unknown>) => Object.entries(fixtures).map(([name, data]) => ({ type: 'data-block', id: name, data }))
const toMessages = (fixtures: Record<string, unknown>) => [
  { id: 'q', role: 'user', parts: [{ type: 'text', text: 'Everything, please' }] },
  { id: 'a', role: 'assistant', parts: [{ type: 'text', text: 'Here it is.' }, ...toParts(fixtures)] },
]

const blocksOf = (page: Page) => page.locator('[data-slot="block"]')

async function expectNothingSideways(page: Page) {
  const { scrollWidth, clientWidth } = await page.locator('[data-slot="transcript"]').evaluate(({ scrollWidth: wide, clientWidth: seen }) => ({ scrollWidth: wide, clientWidth: seen }))
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
}

async function expectNoViolations(page: Page) {
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id, nodes }) => ({ id, targets: nodes.map((node) => node.target.join(' ')) }))).toEqual([])
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`every kind of block fits every width, and axe finds nothing, ${colorScheme}`, async ({ app, page }, info) => {
    test.setTimeout(120_000)
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width: 1280, height: 900 })
    const chat = await app.importChat(toMessages({ ...blockFixtures, ...chartFixtures }))
    await app.open(page, `/chat/${chat}`)
    await expect(blocksOf(page)).toHaveCount(Object.keys(blockFixtures).length + Object.keys(chartFixtures).length)
    const kinds = await blocksOf(page).evaluateAll((elements) => elements.map((element) => element.getAttribute('data-kind')))
    expect(new Set(kinds)).toEqual(new Set(Object.keys(blockKinds)))
    for (const width of [1280, 800, 390, 320]) {
      await page.setViewportSize({ width, height: 900 })
      await expectNothingSideways(page)
      await info.attach(`${width} ${colorScheme}`, { body: await page.screenshot({ fullPage: true }), contentType: 'image/png' })
    }
    await expectNoViolations(page)
    await page.setViewportSize({ width: 1280, height: 900 })
    await expectNoViolations(page)
  })
}

test('whatever comes as a block, the answer is there and nothing of it is markup', async ({ app, page }) => {
  const chat = await app.importChat(toMessages(oddBlocks))
  await app.open(page, `/chat/${chat}`)
  await expect(page.locator('[data-slot="answer"]')).toContainText('Here it is.')
  await expect(blocksOf(page).first()).toBeVisible()
  const addresses = await blocksOf(page).locator('a').evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
  expect(addresses.filter((address) => !/^(?:https?:\/\/|\/)/.test(address))).toEqual([])
  expect(await blocksOf(page).locator('img, script, iframe').count()).toBe(0)
  await page.setViewportSize({ width: 320, height: 800 })
  await expectNothingSideways(page)
})

test('a question for figures is answered with them, at every level, and after a reload the server draws them', async ({ app, page }) => {
  await app.open(page)
  await app.ask(page, 'What is the pass rate this week?')
  const kindsNow = () => blocksOf(page).evaluateAll((elements) => elements.map((element) => element.getAttribute('data-kind')))
  await expect(blocksOf(page)).toHaveCount(2)
  expect(await kindsNow()).toEqual(['stats', 'chart'])
  const tiles = await page.locator('[data-kind="stats"] dd').allTextContents()
  await app.saveLevel(0)
  const served = await (await page.request.get(page.url())).text()
  expect(served).toContain('data-kind="chart"')
  expect(served).toContain('class="nl-chart-line"')
  await page.reload()
  await expect(blocksOf(page)).toHaveCount(2)
  expect(await page.locator('[data-kind="stats"] dd').allTextContents()).toEqual(tiles)
})

test('what broke is answered with the tests in question and what shows their cause, before any model', async ({ app, page }) => {
  await app.open(page)
  await app.ask(page, 'What broke?')
  const triage = page.locator('[data-kind="triage"]')
  await expect(triage.getByText('pays with a card')).toBeVisible()
  await expect(triage.getByRole('group', { name: 'Cause not proven' })).toContainText('nothing shows why')
  await expect(triage.getByRole('group', { name: 'Flaky' })).toContainText('keeps the basket over a reload')
  await expect(page.locator('[data-slot="steps"]')).toHaveCount(0)
  await expectNoViolations(page)
})

test('by keyboard alone: from a question to a run of its answer, to what failed in it', async ({ app, page }) => {
  await app.open(page)
  await page.getByRole('textbox', { name: 'Message' }).focus()
  await page.keyboard.type('List the runs')
  await page.keyboard.press('Enter')
  const open = blocksOf(page).getByRole('link', { name: 'Open: Nightly shop suite, Wednesday' })
  await expect(open).toBeVisible()
  const filter = blocksOf(page).getByRole('button', { name: 'Failed' })
  if (await filter.count() > 0) {
    await filter.focus()
    await page.keyboard.press('Space')
    await expect(filter).toHaveAttribute('aria-pressed', 'true')
  }
  await open.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Nightly shop suite, Wednesday' })).toBeVisible()
  await page.getByRole('link', { name: /^Failed/ }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/show=failed/)
  await expect(page.locator('.nl-run-result')).toHaveCount(2)
  await expectNoViolations(page)
  await page.setViewportSize({ width: 320, height: 800 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
  await expectNoViolations(page)
})

test('a run that is not there says so', async ({ app, page }) => {
  await app.open(page, '/runs/nothing')
  await expect(page.getByText('There is no test run nothing.')).toBeVisible()
})
