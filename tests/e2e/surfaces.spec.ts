import AxeBuilder from '@axe-core/playwright'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Locator } from '@playwright/test'
import { placementMessage } from '#layers/northlight/tests/fixtures/messages/placement-message.ts'
import { expect, test, waitForHydration } from './support/fixtures.ts'

const question = { id: 'q', role: 'user', parts: [{ type: 'text', text: 'What failed?' }] }

/** A page of another site, on a port of its own, that frames `address`. */
async function serveFrame(address: string) {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html')
    response.end(`<!doctype html><title>Host</title><iframe title="Chat" allow="clipboard-write" src="${address}" width="400" height="640"></iframe>`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://localhost:${(server.address() as AddressInfo).port}`, close: () => server.close() }
}

async function isWiderThanItself(locator: Locator) {
  return locator.evaluate((element) => element.scrollWidth > element.clientWidth)
}

test('/embed is the chat alone, and a new chat gets an address that survives a reload', async ({ page, app }) => {
  await app.open(page, '/embed')
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await app.ask(page, 'Which tests are flaky?')
  await expect(page.locator('[data-slot="answer"]').last()).toContainText('flaky')
  await expect(page).toHaveURL(/\/embed\?chat=[\w-]{16,64}$/)
  await page.reload()
  await waitForHydration(page)
  await expect(page.locator('[data-slot="answer"]').last()).toContainText('flaky')
  await expect(page.getByRole('navigation')).toHaveCount(0)
})

test('/embed works in a frame of another site\'s page, and copies from it', async ({ page, app }) => {
  const host = await serveFrame(`${app.server.url}/embed`)
  await page.goto(host.url)
  const frame = page.frameLocator('iframe')
  const field = frame.getByRole('textbox', { name: 'Message' })
  await expect(field).toBeEditable()
  await field.fill('Which tests are flaky?')
  await frame.getByRole('button', { name: 'Send' }).click()
  await expect(frame.locator('[data-slot="answer"]').last()).toContainText('flaky')
  await frame.getByRole('button', { name: 'Copy', exact: true }).click()
  await expect(frame.getByRole('button', { name: 'Copied', exact: true })).toBeVisible()
  expect(page.url()).toBe(`${host.url}/`)
  host.close()
})

for (const path of ['/embed', '/word']) {
  test(`${path} says what is wrong with its address, and answers 404 or 400`, async ({ page, app }) => {
    const missing = await page.goto(`${app.server.url}${path}?chat=nobody-knows-this-one`)
    expect(missing?.status()).toBe(404)
    await expect(page.getByText('There is no such chat.')).toBeVisible()
    const strange = await page.goto(`${app.server.url}${path}?level=4`)
    expect(strange?.status()).toBe(400)
    await expect(page.getByText('does not take: level.')).toBeVisible()
  })
}

test('/word has the chats within reach at 320 px, by keyboard too', async ({ page, app }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  const id = await app.importChat([question, placementMessage], 'What the pane shows')
  await app.open(page, '/word')
  await page.getByRole('button', { name: 'Chats' }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Chats' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'What the pane shows' }).click()
  await expect(page).toHaveURL(`${app.server.url}/word?chat=${id}`)
  await expect(page.locator('[data-slot="message"]')).toHaveCount(2)
  await expect(page.getByRole('navigation')).toBeHidden()
  expect(await isWiderThanItself(page.locator('html'))).toBe(false)
  await page.getByRole('button', { name: 'New chat' }).click()
  await expect(page).toHaveURL(`${app.server.url}/word`)
  await expect(page.locator('[data-slot="empty"]')).toBeVisible()
})

test('an address that leads nowhere answers 404 with a page of ours, and a way back', async ({ page, app }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  const answer = await page.goto(`${app.server.url}/nowhere`)
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'There is no such page' })).toBeVisible()
  expect(await isWiderThanItself(page.locator('html'))).toBe(false)
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
  await page.getByRole('link', { name: 'Go to the start page' }).click()
  await expect(page.locator('[data-slot="empty"]')).toBeVisible()
})
