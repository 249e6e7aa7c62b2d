import type { BenchBrowser } from './bench-browser.ts'

declare global {
  interface Window {
    opening: Promise<number>
  }
}

/** Opens a page and waits until `words`, of the last message of its chat, are drawn. In ms. */
export async function measureOpening(browser: BenchBrowser, url: string, words: string, onScreen: boolean) {
  const tab = await browser.openTab()
  try {
    await tab.page.addInitScript(([shown, isOnScreen]) => {
      window.opening = window.probe.watchOpening(shown, isOnScreen)
    }, [words, onScreen] as const)
    await tab.page.goto(url, { waitUntil: 'commit' })
    return { openMs: await tab.page.evaluate(() => window.opening) }
  }
  finally {
    await tab.close()
  }
}
