import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import type { BrowserContext, Page } from '@playwright/test'
import { startBuiltServer } from './support/built-server.ts'
import { expect, test, waitForHydration } from './support/fixtures.ts'
import type { App } from './support/fixtures.ts'

const exitMayTakeMs = 3_000
const transcript = '[data-slot="transcript"]'
const answer = '[data-slot="message"][data-role="assistant"] [data-slot="answer"]'

async function openTab(context: BrowserContext, app: App, path: string): Promise<Page> {
  const page = await context.newPage()
  await app.open(page, path)
  return page
}

/** Asks from no browser. */
async function ask(url: string, chatId: string, text: string, id: string) {
  const response = await fetch(`${url}/api/chat`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ id: chatId, trigger: 'submit-message', message: { id, role: 'user', parts: [{ type: 'text', text }] } }),
  })
  await response.text()
}

test('an open chat and its list show what was asked elsewhere, without a reload', async ({ context, app }) => {
  const chatId = 'events-chat-0123456789'
  const streaming = context.waitForEvent('response', (response) => response.url().endsWith('/api/events'))
  await ask(app.server.url, chatId, 'What failed in the last run?', 'first')
  const [chat, start] = [await openTab(context, app, `/chat/${chatId}`), await openTab(context, app, '/')]
  await streaming
  await expect(chat.locator(answer)).toHaveCount(1)
  await ask(app.server.url, chatId, 'Which tests are flaky?', 'second')
  await expect(chat.locator(answer)).toHaveCount(2)
  await expect(chat.locator(answer).last()).toContainText('changes the address')
  await ask(app.server.url, 'events-chat-elsewhere', 'Which tests are flaky now?', 'third')
  for (const page of [chat, start]) await expect(page.locator('a[href="/chat/events-chat-elsewhere"]')).toHaveCount(1)
})

test('the level that is saved in one browser follows in another, and in the tabs of both', async ({ browser, app }) => {
  await app.saveLevel(1)
  const chatId = await app.importChat([{ id: 'm1', role: 'user', parts: [{ type: 'text', text: 'Hello' }] }])
  const contexts = await Promise.all([browser.newContext(), browser.newContext()])
  const pages: Page[] = []
  for (const context of contexts) {
    const streaming = context.waitForEvent('response', (response) => response.url().endsWith('/api/events'))
    for (const path of [`/chat/${chatId}`, `/chat/${chatId}`]) pages.push(await openTab(context, app, path))
    await streaming
  }
  await app.saveLevel(4)
  for (const page of pages) await expect(page.locator(transcript)).toHaveAttribute('data-detail-level', '4')
  await Promise.all(contexts.map((context) => context.close()))
})

test('one tab reads for all; when it is closed another takes over, and nothing is missed', async ({ context, app }) => {
  const chatId = await app.importChat([{ id: 'm1', role: 'user', parts: [{ type: 'text', text: 'Hello' }] }])
  const streams: Page[] = []
  context.on('response', (response) => {
    if (response.url().endsWith('/api/events')) streams.push(response.frame().page())
  })
  const pages: Page[] = []
  for (const _tab of [1, 2, 3]) pages.push(await openTab(context, app, `/chat/${chatId}`))
  await expect.poll(() => streams.length).toBe(1)
  await streams[0]?.close()
  await ask(app.server.url, chatId, 'Which tests are flaky?', 'asked-in-between')
  for (const page of pages.filter((candidate) => candidate !== streams[0])) await expect(page.locator(answer).last()).toContainText('changes the address')
  expect(streams).toHaveLength(2)
})

test('a server that comes back is followed again, and what it was told meanwhile is shown', async ({ page }) => {
  test.setTimeout(120_000)
  const chatId = 'events-chat-0123456789'
  const dataFolder = await mkdtemp(join(tmpdir(), 'northlight-events-'))
  const first = await startBuiltServer({}, dataFolder)
  const { port } = new URL(first.url)
  await ask(first.url, chatId, 'What failed in the last run?', 'first')
  const streaming = page.waitForEvent('response', (response) => response.url().endsWith('/api/events'))
  await page.goto(`${first.url}/chat/${chatId}`)
  await waitForHydration(page)
  await streaming
  await test.step('which ends in time, with the page open', async () => {
    const askedAt = performance.now()
    expect(await first.stop()).toBe(0)
    expect(performance.now() - askedAt).toBeLessThan(exitMayTakeMs)
  })
  const second = await startBuiltServer({ PORT: port }, dataFolder)
  await ask(second.url, chatId, 'Which tests are flaky?', 'second')
  await expect(page.locator(answer).last()).toContainText('changes the address', { timeout: 30_000 })
  await second.stop()
  await rm(dataFolder, { recursive: true, force: true })
})
