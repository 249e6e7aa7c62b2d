import { chromium, type BrowserContext, type CDPSession, type Page } from '@playwright/test'

/** What the main thread did while something ran, by the browser's own count. In ms. */
export type Cost = Readonly<Record<'taskMs', number>>

export interface BenchTab {
  page: Page
  /** Runs something and adds what it cost. */
  measure<Result extends object>(run: () => Promise<Result>): Promise<Result & Cost>
  collectGarbage(): Promise<void>
  /** Of JavaScript, after garbage was collected. In MB. */
  readHeap(): Promise<number>
  close(): Promise<void>
}

const browserArguments = [
  '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--disable-dev-shm-usage',
]
const viewport = { width: 1_280, height: 900 }

/** One browser for all measurements, each in a context of its own, with `probe` in every page. */
export async function startBenchBrowser(probe: string) {
  const browser = await chromium.launch({ executablePath: process.env.NORTHLIGHT_TEST_BROWSER || undefined, args: browserArguments })
  return {
    version: browser.version(),
    stop: () => browser.close(),
    async openTab(): Promise<BenchTab> {
      // The policy of our pages refuses the worker that keeps the time of a paced stream.
      const context = await browser.newContext({ viewport, bypassCSP: true })
      await context.addInitScript({ content: probe })
      return toBenchTab(context, await context.newPage())
    },
  }
}

export type BenchBrowser = Awaited<ReturnType<typeof startBenchBrowser>>

async function toBenchTab(context: BrowserContext, page: Page): Promise<BenchTab> {
  const devtools = await context.newCDPSession(page)
  await devtools.send('Performance.enable')
  const collectGarbage = async () => {
    await devtools.send('HeapProfiler.collectGarbage')
    await devtools.send('HeapProfiler.collectGarbage')
  }
  return {
    page,
    collectGarbage,
    async measure(run) {
      const before = await readMetric(devtools, 'TaskDuration')
      const result = await run()
      return { ...result, taskMs: (await readMetric(devtools, 'TaskDuration') - before) * 1_000 }
    },
    async readHeap() {
      await collectGarbage()
      return await readMetric(devtools, 'JSHeapUsedSize') / 1_000_000
    },
    close: () => context.close(),
  }
}

async function readMetric(devtools: CDPSession, name: string): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics')
  const found = metrics.find((metric) => metric.name === name)
  if (!found) throw new Error(`The browser does not count ${name}.`)
  return found.value
}
