import type { BrowserContext, Page } from '@playwright/test'
import { startBuiltServer } from './support/built-server.ts'
import type { BuiltServer } from './support/built-server.ts'
import { expect, test, waitForHydration } from './support/fixtures.ts'
import { startSlowModel } from './support/slow-model.ts'
import type { SlowModel } from './support/slow-model.ts'

const tabs = Array.from({ length: 8 }, (_, index) => index)
const toChatId = (index: number) => `eight-tabs-chat-${index}`
const answer = '[data-slot="message"][data-role="assistant"] [data-slot="answer"]'
/** A page that waits for a connection waits as long as the turns run, which is for ever here. In milliseconds. */
const mayTakeMs = 45_000

let model: SlowModel
let server: BuiltServer

test.beforeEach(async () => {
  model = await startSlowModel()
  server = await startBuiltServer(model.variables)
})
test.afterEach(async () => {
  model.finish()
  await server.stop()
  await model.close()
})

/** Asks from no browser; the turn goes on without a reader. */
async function startTurn(chatId: string) {
  const response = await fetch(`${server.url}/api/chat`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ id: chatId, trigger: 'submit-message', message: { id: 'question', role: 'user', parts: [{ type: 'text', text: 'Count.' }] } }),
  })
  expect(response.status).toBe(200)
  await response.body?.cancel()
}

async function openTab(context: BrowserContext, chatId: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(`${server.url}/chat/${chatId}`, { timeout: mayTakeMs })
  await waitForHydration(page)
  return page
}

/** The highest word that a tab shows. */
async function readWord(page: Page): Promise<number> {
  const text = await page.locator(answer).textContent().catch(() => '')
  return Number(/word(\d+)\D*$/.exec(text ?? '')?.[1] ?? -1)
}

async function readStored(chatId: string): Promise<string> {
  const { messages } = await (await fetch(`${server.url}/api/messages?chat=${chatId}`)).json() as { messages: { role: string, parts: { type: string, text?: string }[] }[] }
  return messages.filter(({ role }) => role === 'assistant').flatMap(({ parts }) => parts.map(({ text }) => text ?? '')).join('').trim()
}

for (const { name, chatIds } of [
  { name: 'the same running chat', chatIds: tabs.map(() => toChatId(0)) },
  { name: 'eight running chats', chatIds: tabs.map(toChatId) },
]) {
  test(`eight tabs on ${name} all load, all follow, and all end with what is stored`, async ({ context }) => {
    test.setTimeout(240_000)
    const streams: string[] = []
    context.on('request', (request) => {
      if (request.url().endsWith('/api/events')) streams.push(request.url())
    })
    for (const chatId of new Set(chatIds)) await startTurn(chatId)
    const pages = await Promise.all(chatIds.map((chatId) => openTab(context, chatId)))

    await test.step('each shows what is said after it was opened, again and again', async () => {
      for (const round of [1, 2]) {
        const before = await Promise.all(pages.map(readWord))
        const newest = Math.max(...before) + round
        await Promise.all(pages.map((page) => expect.poll(() => readWord(page), { timeout: mayTakeMs }).toBeGreaterThan(newest)))
      }
    })
    await test.step('a request and another page still get through', async () => {
      const statuses = await Promise.all(pages.map((page) => page.evaluate((timeout) => fetch('/healthz', { signal: AbortSignal.timeout(timeout) }).then((response) => response.status), mayTakeMs)))
      expect(statuses).toEqual(tabs.map(() => 200))
      expect(streams).toHaveLength(1)
      await pages[7]?.reload({ timeout: mayTakeMs })
    })

    model.finish()
    for (const [index, page] of pages.entries()) {
      await expect(page.locator(answer)).toContainText('end.', { timeout: 30_000 })
      await expect(page.getByRole('button', { name: 'Send' })).toBeVisible({ timeout: 30_000 })
      expect((await page.locator(answer).textContent())?.trim()).toBe(await readStored(chatIds[index] ?? ''))
    }
  })
}

test('a message that is sent while every slot is taken goes out', async ({ context }) => {
  test.setTimeout(120_000)
  await startTurn(toChatId(0))
  const pages = await Promise.all(tabs.map(() => openTab(context, toChatId(0))))
  await pages[7]?.goto(`${server.url}/`, { timeout: mayTakeMs })
  const page = pages[7]
  if (!page) throw new Error('There are eight.')
  await waitForHydration(page)
  await page.getByRole('textbox', { name: 'Message' }).fill('Count too.')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.locator(answer)).toContainText('word3', { timeout: mayTakeMs })
})
