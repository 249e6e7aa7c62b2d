import type { BenchBrowser } from './bench-browser.ts'

/** Before what is counted: so many messages, and so many characters of the text that grows. */
export interface GrowthStart {
  messages: number
  characters: number
}

export interface Growth {
  updates: number
  touchedNodes: number
  parsedCharacters: number
  /** For a delta, where nothing is counted. In ms. */
  taskMsPerDelta: number
}

const countedDeltas = 200
/** The block before the first delta is looked at once more: it is the same after each start. */
const lastSettled = 'What is settled ends here.\n\n'
/** As long as a settled text gets, in deltas of about four characters. */
const mostDeltas = 6_000

/** What the same 200 deltas, one a frame, make a page do after each start: counted in one page load, timed in another. */
export async function measureGrowth(browser: BenchBrowser, url: string, start: GrowthStart): Promise<Growth> {
  const counted = await streamAfter(browser, `${url}?count=1`, start)
  const timed = await streamAfter(browser, url, start)
  if (!counted.counts) throw new Error(`${url} counts nothing.`)
  const { updates, touchedNodes, parsedCharacters } = counted.counts
  const updated = Object.values(updates).reduce((sum, count) => sum + count, 0)
  if (updated === 0) throw new Error(`${url} counted no update of a component.`)
  return { updates: updated, touchedNodes, parsedCharacters, taskMsPerDelta: timed.taskMs / countedDeltas }
}

async function streamAfter(browser: BenchBrowser, url: string, start: GrowthStart) {
  const tab = await browser.openTab()
  try {
    await tab.page.goto(url)
    await tab.page.waitForFunction(() => 'bench' in window)
    await tab.page.evaluate(settleText, [start, mostDeltas, countedDeltas, lastSettled] as const)
    await tab.collectGarbage()
    return await tab.measure(() => tab.page.evaluate(async () => {
      window.bench.resetCounts?.()
      await window.probe.streamByFrames(window.deltas)
      return { counts: window.bench.counts?.() }
    }))
  }
  finally {
    await tab.close()
  }
}

/** Runs in the page: a text of whole blocks stands there, and what comes next is the same after each. */
async function settleText([{ messages, characters }, mostDeltas, countedDeltas, lastSettled]: readonly [GrowthStart, number, number, string]) {
  const all = (await window.probe.mountStream(messages, mostDeltas)).join('')
  const end = all.lastIndexOf('\n\n', characters) + 2
  window.bench.push(`${all.slice(0, end)}${lastSettled}`)
  await window.probe.elementsAtRest()
  const next = all.slice(0, all.indexOf('\n\n', countedDeltas * 4))
  window.deltas = Array.from({ length: countedDeltas }, (_, index) => next.slice(Math.round(index * next.length / countedDeltas), Math.round((index + 1) * next.length / countedDeltas)))
}
