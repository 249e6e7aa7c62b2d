import type { BenchBrowser, BenchTab } from './bench-browser.ts'

/** What came of one measurement, by the name of the figure. */
export type Figures = Readonly<Record<string, number>>

/** What is measured of a page behind `window.bench`, with a size. */
export const measurements = {
  /** Mounts a chat of so many messages. */
  async w1(tab, size) {
    await tab.collectGarbage()
    const mounted = await tab.measure(() => tab.page.evaluate((count) => window.probe.mountChat(count), size))
    return { ...mounted, heapMegabytes: await tab.readHeap() }
  },
  /** Streams so many deltas, as fast as the page takes them, at the end of a chat. */
  async w2f(tab, size) {
    await mountStream(tab, size)
    const streamed = await tab.measure(() => tab.page.evaluate(() => window.probe.streamFast(window.deltas)))
    return { ...streamed, taskMsPerDelta: streamed.taskMs / size }
  },
  /** The same, paced. */
  async w2p(tab, size) {
    await mountStream(tab, size)
    return tab.measure(() => tab.page.evaluate((rate) => window.probe.streamPaced(window.deltas, rate), pacedRate))
  },
  /** Opens and closes everything in a chat of so many messages. */
  async w3(tab, size) {
    await tab.page.evaluate((count) => window.probe.mountChat(count), size)
    const toggle = async (open: boolean) => {
      await tab.collectGarbage()
      return tab.measure(() => tab.page.evaluate(([count, isOpen]) => window.probe.toggleChat(count, isOpen), [size, open] as const))
    }
    const opened = await toggle(true)
    const closed = await toggle(false)
    return { openMs: opened.settledMs, openTaskMs: opened.taskMs, closeMs: closed.settledMs, closeTaskMs: closed.taskMs }
  },
} as const satisfies Record<string, (tab: BenchTab, size: number) => Promise<Figures>>

declare global {
  interface Window {
    /** What the stream that is mounted will say. */
    deltas: string[]
  }
}

export const streamedChat = 100
const pacedRate = 200

async function mountStream(tab: BenchTab, deltaCount: number) {
  await tab.page.evaluate(async ([messages, deltas]) => {
    window.deltas = await window.probe.mountStream(messages, deltas)
  }, [streamedChat, deltaCount] as const)
  await tab.collectGarbage()
}

/** One measurement, in a page that was loaded for it. */
export async function measureWork(browser: BenchBrowser, url: string, kind: keyof typeof measurements, size: number): Promise<Figures> {
  const tab = await browser.openTab()
  try {
    await tab.page.goto(url)
    await tab.page.waitForFunction(() => 'bench' in window)
    await tab.page.evaluate(() => window.probe.elementsAtRest())
    return await measurements[kind](tab, size)
  }
  finally {
    await tab.close()
  }
}
