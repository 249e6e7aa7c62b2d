import type { BenchBrowser } from './bench-browser.ts'

/** What a page makes of a chat of so many messages until it rests. */
export async function measureCounts(browser: BenchBrowser, url: string, messages: number) {
  const tab = await browser.openTab()
  try {
    await tab.page.goto(`${url}?count=1`)
    await tab.page.waitForFunction(() => 'bench' in window)
    return await tab.page.evaluate(async (count) => {
      window.bench.resetCounts?.()
      const mounted = await window.probe.mountChat(count)
      const counts = window.bench.counts?.()
      if (!counts || Object.keys(counts.mounts).length === 0) throw new Error('The page counted no component.')
      return { plans: counts.plans, messages: mounted.messages }
    }, messages)
  }
  finally {
    await tab.close()
  }
}
