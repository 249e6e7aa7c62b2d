import type { Page } from '@playwright/test'
import type { FrameSample, Recording, RowSample } from './frame-sample.ts'

interface FrameRecorder {
  recording: Recording
  reader: FrameSample['reader']
  /** Whether an answer has begun, and the reader has gone up from it who was to. */
  hasBegun: boolean
  /** Ends the recording. */
  stop(): void
  /** The reader turns the wheel up, and stays up. In CSS pixels. */
  wheelUp(pixels: number): void
}

declare global {
  interface Window {
    stability: FrameRecorder
  }
}

/** Records each frame of the page's transcript, as it was painted, from now on until the next recording; the reader goes up so many CSS pixels as soon as an answer has begun at the end. */
export async function recordFrames(page: Page, goesUp = 0): Promise<void> {
  await page.evaluate(installRecorder, goesUp)
}

export const hasBegun = (page: Page) => page.evaluate(() => window.stability.hasBegun)
/** Whether a turn has run and ended since the recording began. */
export const hasEnded = (page: Page) => page.evaluate(() => {
  const { frames } = window.stability.recording
  return frames.some(({ busy }) => busy) && frames.at(-1)?.busy === false
})

export const readRecording = (page: Page) => page.evaluate(() => window.stability.recording)
export const wheelUp = (page: Page, pixels: number) => page.evaluate((distance) => window.stability.wheelUp(distance), pixels)

/** Runs in the page, and so can use nothing from outside. */
function installRecorder(goesUp: number) {
  const headed = new Set(['steps', 'tool-line', 'reasoning', 'housekeeping-note'])
  const began = performance.now()
  const numbers = new WeakMap<Element, number>()
  const textIndexes = new Map<string, number>()
  const recording: Recording = { frames: [], texts: [] }
  let [elements, moved, levelChanges] = [0, 0, 0]
  let isStopped = false
  // Two that look at each frame would leave no time for it.
  window.stability?.stop()

  const findScroller = () => document.querySelector<HTMLElement>('[data-slot="transcript"]')
  function toNumber(element: Element): number {
    const number = numbers.get(element) ?? elements++
    numbers.set(element, number)
    return number
  }
  function toTextIndex(text: string): number {
    const index = textIndexes.get(text) ?? recording.texts.push(text) - 1
    textIndexes.set(text, index)
    return index
  }
  function toLabel(element: HTMLElement, kind: string): string {
    if (kind === 'live-line') return element.textContent ?? ''
    return headed.has(kind) ? (element.firstElementChild?.textContent ?? '').replace(/ · [\d:]+/, '').trim() : ''
  }
  function toRow(element: HTMLElement, edge: number): RowSample {
    const { top, bottom } = element.getBoundingClientRect()
    const { slot = '', role = '', state = '', callState = '', rowKey, messageId = '', live } = element.dataset
    const holder = element.parentElement?.closest<HTMLElement>('[data-row-key], [data-message-id]')
    const kind = rowKey === undefined ? `${slot} ${role}` : slot
    return {
      key: rowKey ?? messageId, parent: holder?.dataset.rowKey ?? holder?.dataset.messageId ?? '', element: toNumber(element), kind,
      top: top - edge, bottom: bottom - edge, state: [state, callState, live === undefined ? '' : 'live'].join(' ').trim(),
      label: toLabel(element, kind), text: toTextIndex(element.textContent ?? ''),
    }
  }
  function sample() {
    const scroller = findScroller()
    const edge = scroller?.getBoundingClientRect().top ?? 0
    const { scrollTop = 0, scrollHeight = 0, clientHeight = 0, clientWidth = 0 } = scroller ?? {}
    recording.frames.push({
      at: Math.round(performance.now() - began), transcript: scroller ? toNumber(scroller) : -1, level: scroller?.dataset.detailLevel ?? '', levelChanges, busy: scroller?.ariaBusy === 'true',
      scrollTop, scrollHeight, clientHeight, clientWidth, reserve: scroller?.querySelector('[data-reserve]')?.getBoundingClientRect().height ?? 0,
      reader: window.stability.reader, moved,
      rows: [...scroller?.querySelectorAll<HTMLElement>('[data-row-key], [data-slot="message"]') ?? []].map((element) => toRow(element, edge)),
    })
  }
  new MutationObserver((changes) => levelChanges += changes.length).observe(document, { subtree: true, attributeFilter: ['data-detail-level'] })
  function isAnswering(): boolean {
    const [first, last] = [recording.frames[0], recording.frames.at(-1)]
    const message = last?.rows.findLast(({ parent }) => parent === '')
    const isNew = message?.kind === 'message assistant' && first?.rows.every(({ key }) => key !== message.key)
    return last !== undefined && isNew === true && last.scrollHeight - last.clientHeight - last.scrollTop <= 4
  }
  // Sizes settle within a frame, after its callbacks; the next task, before any other, sees what was painted.
  const look = () => requestAnimationFrame(() => void window.scheduler.postTask(() => {
    sample()
    if (isStopped) return
    if (!window.stability.hasBegun && isAnswering()) {
      window.stability.hasBegun = true
      if (goesUp > 0) window.stability.wheelUp(goesUp)
    }
    look()
  }, { priority: 'user-blocking' }))

  window.stability = {
    recording,
    reader: 'following',
    hasBegun: false,
    stop: () => void (isStopped = true),
    wheelUp(pixels) {
      const scroller = findScroller()
      if (!scroller) return
      // What the page does at the event, as settling what came in above, is no movement of the reader's.
      scroller.dispatchEvent(new WheelEvent('wheel', { deltaY: -pixels }))
      const before = scroller.scrollTop
      scroller.scrollTop -= pixels
      moved += before - scroller.scrollTop
      window.stability.reader = 'up'
    },
  }
  look()
}
