import { brotliCompressSync } from 'node:zlib'
import type { Page, Request, Route } from '@playwright/test'
import { expect, test } from './support/fixtures.ts'

/** In bytes of scripts and styles, compressed as the server does it (docs/performance.md). */
const budgets = { needed: 140_000, unasked: 225_000 }

const messages = Array.from({ length: 40 }, (_, index) => ({
  id: `m${index}`,
  role: index % 2 === 0 ? 'user' : 'assistant',
  parts: [{ type: 'text', text: index % 2 === 0 ? `Question ${index}` : `Answer **${index}**, with code:\n\n\`\`\`ts\nconst last = ${index}\n\`\`\`` }],
}))

/** Holds back every script and style that the page's HTML does not name, and weighs all of them. */
async function weighFiles(page: Page, html: string) {
  const needed: Promise<number>[] = []
  const unasked: Promise<number>[] = []
  const held: Route[] = []
  let isHolding = true
  await page.route(/\/_nuxt\/[^/]+\.(?:js|css)$/, async (route) => {
    const isNamed = html.includes(new URL(route.request().url()).pathname)
    const weights = isNamed ? needed : unasked
    weights.push(weigh(route.request()))
    if (isHolding && !isNamed) held.push(route)
    else await route.continue()
  })
  return {
    needed,
    unasked,
    async release() {
      isHolding = false
      await Promise.all(held.splice(0).map((route) => route.continue()))
    },
  }
}

async function weigh(request: Request): Promise<number> {
  const response = await request.response()
  return response ? brotliCompressSync(await response.body()).length : 0
}

async function sum(weights: Promise<number>[]): Promise<number> {
  return (await Promise.all(weights)).reduce((total, weight) => total + weight, 0)
}

for (const { name, toPath, isBudget } of [
  { name: 'the chat in a frame', toPath: (id: string) => `/embed?chat=${id}`, isBudget: true },
  { name: 'the chat with its lists', toPath: (id: string) => `/chat/${id}`, isBudget: false },
]) {
  test(`${name} is read, and its composer types, before what the HTML does not name has come; figures are printed`, async ({ page, app }) => {
    const path = toPath(await app.importChat(messages))
    const html = await (await fetch(`${app.server.url}${path}`)).text()
    expect(html).not.toMatch(/<link[^>]* rel="prefetch"/)
    const files = await weighFiles(page, html)
    await app.open(page, path)
    const composer = page.getByRole('textbox', { name: 'Message' })
    await composer.pressSequentially('What else?')
    await expect(page.getByRole('button', { name: 'Send' })).toBeEnabled()
    await expect(page.locator('[data-message-id="m39"] pre code')).toHaveText('const last = 39\n')
    // The parser and the highlighter, at least.
    await expect.poll(() => files.unasked.length).toBeGreaterThan(1)
    await files.release()
    await expect(page.locator('[data-message-id="m39"] .hljs-keyword')).toHaveText('const')
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(() => requestIdleCallback(resolve))))
    const needed = await sum(files.needed)
    const unasked = needed + await sum(files.unasked)
    console.log(`${path.split(/[?/]/)[1]}: ${toKilobytes(needed)} kB of scripts and styles until it is read and typed into, ${toKilobytes(unasked)} kB unasked; ${files.needed.length} and ${files.needed.length + files.unasked.length} files`)
    if (isBudget) expect({ needed: needed <= budgets.needed, unasked: unasked <= budgets.unasked }).toEqual({ needed: true, unasked: true })
  })
}

function toKilobytes(bytes: number): string {
  return (bytes / 1_000).toFixed(1)
}
