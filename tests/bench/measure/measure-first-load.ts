import { brotliCompressSync } from 'node:zlib'
import type { Page, Request, Response } from '@playwright/test'
import type { BenchBrowser } from './bench-browser.ts'

/** Nothing more comes unasked when nothing was asked for so long. */
const quietMs = 3_000
const inlineCode = /<(?<tag>script|style)\b(?![^>]*application\/json)[^>]*>(?<code>[^]*?)<\/\k<tag>>/g

/**
 * The scripts and styles of a page with a chat that ends with `words`, compressed by Brotli, in kB: what was asked for
 * until the chat can be read and the composer takes what is typed, and all that comes unasked.
 */
export async function measureFirstLoad(browser: BenchBrowser, url: string, words: string) {
  const tab = await browser.openTab()
  try {
    const asked = new Map<string, Request>()
    tab.page.on('request', (request) => asked.set(request.url(), asked.get(request.url()) ?? request))
    await tab.page.goto(url, { waitUntil: 'commit' })
    await waitUntilUsable(tab.page, words)
    const untilUsable = asked.size
    // A stream of events never ends, so the network is never idle as the browser means it.
    for (let known = -1; asked.size !== known;) {
      known = asked.size
      await tab.page.waitForTimeout(quietMs)
    }
    const kilobytes = await Promise.all([...asked.values()].map(async (request) => await toCodeSize(await request.response()) / 1_000))
    return { usableKilobytes: sum(kilobytes.slice(0, untilUsable)), unaskedKilobytes: sum(kilobytes) }
  }
  finally {
    await tab.close()
  }
}

const sum = (sizes: readonly number[]) => sizes.reduce((total, size) => total + size, 0)

/** Types until the button says that there is something to send, which it does not before the page is alive. */
async function waitUntilUsable(page: Page, words: string) {
  await page.evaluate((shown) => window.probe.until(() => window.probe.holdsText(shown), `${shown} is shown`), words)
  await page.evaluate(() => window.probe.until(() => {
    const field = document.querySelector('textarea')
    if (field) field.value = 'Typed'
    field?.dispatchEvent(new Event('input', { bubbles: true }))
    return document.querySelector('form button[type=submit]:not(:disabled)') !== null
  }, 'the composer takes what is typed'))
}

async function toCodeSize(response: Response | null): Promise<number> {
  const type = response?.headers()['content-type'] ?? ''
  if (!response) return 0
  if (/javascript|css/.test(type)) return toCompressedSize(await response.body())
  if (!type.includes('html')) return 0
  return sum([...(await response.text()).matchAll(inlineCode)].map(({ groups }) => toCompressedSize(groups?.code ?? '')))
}

const toCompressedSize = (code: string | Buffer) => code.length === 0 ? 0 : brotliCompressSync(code).length
