import type { Page } from '@playwright/test'
import { turnHeader } from '#layers/northlight/shared/messages/turn-header.ts'

/** A text of an answer, and how it comes: `grows` by one piece an event, or whole in one event, so that it is drawn as finished text alone. */
export interface CanaryText {
  text: string
  /** Lengths in UTF-16 units, rising; the last one is the whole. */
  cuts: number[]
  grows: boolean
}

/** What was seen of one answer. */
export interface CanarySight {
  /** How often the page was looked at, each time with one prefix more on it. */
  looks: number
  /** What should not have been on the page, with the prefix's length. */
  faults: string[]
  /** The text of each at its end, where it is visible. */
  shown: string[]
}

interface CanaryDriver {
  /** Gives the answer to the question that was, or is to be, asked. */
  answer(texts: CanaryText[]): Promise<CanarySight>
  /** What should not be on the page as it stands. */
  judge(): string[]
}

declare global {
  interface Window {
    canary: CanaryDriver
  }
}

/**
 * Gives a page an answer in place of the server's, in the page itself, and draws its frames by hand: one prefix a
 * frame, without a round trip. Session, transport, plan and components are the page's own. Before the first navigation.
 */
export async function prepareCanaryPage(page: Page): Promise<void> {
  await page.addInitScript(installDriver, turnHeader)
}

/** Runs in the page, and so can use nothing from outside. */
function installDriver(header: string) {
  const allowedTags = new Set('a blockquote br button code div em h2 h3 h4 h5 h6 hr li ol p pre s span strong table tbody td th thead tr ul'.split(' '))
  const allowedAttributes = new Set('aria-label class data-copy-code href rel role start tabindex target title type'.split(' '))
  const safeAddress = /^(?:https?:\/\/|mailto:)/i
  const rounds = 2
  const hops = 3
  const mayTakeMs = 10_000
  const encoder = new TextEncoder()
  const ownFetch = window.fetch
  const drawFrame = window.requestAnimationFrame.bind(window)
  const violations: string[] = []
  let frames: FrameRequestCallback[] | undefined
  let asked = Promise.withResolvers<ReadableStreamDefaultController<Uint8Array>>()

  document.addEventListener('securitypolicyviolation', (event) => violations.push(`${event.violatedDirective} refused ${event.blockedURI}`))
  window.requestAnimationFrame = (callback) => frames ? frames.push(callback) : drawFrame(callback)
  window.fetch = async (input, init) => {
    const isQuestion = init?.method === 'POST' && new URL(String(input), location.href).pathname === '/api/chat'
    return isQuestion ? new Response(new ReadableStream({ start: asked.resolve }), { headers: { [header]: 'canary' } }) : ownFetch(input, init)
  }

  const channel = new MessageChannel()
  const hopped: (() => void)[] = []
  channel.port1.onmessage = () => hopped.shift()?.()
  const hop = () => new Promise<void>((resolve) => {
    hopped.push(resolve)
    channel.port2.postMessage(undefined)
  })
  /** All that waits for a task or a frame. */
  async function draw() {
    for (let round = 0; round < rounds; round++) {
      for (let count = 0; count < hops; count++) await hop()
      for (const callback of frames?.splice(0) ?? []) callback(performance.now())
    }
    await hop()
  }
  const findText = () => [...document.querySelectorAll<HTMLElement>('[data-slot="message"][data-role="assistant"] .nl-markdown')].at(-1)
  /** A page that has only just been asked may have to load and mount first. */
  async function drawUntilShown(text: string) {
    for (const deadline = performance.now() + mayTakeMs; findText()?.textContent?.trim() !== text;) {
      if (performance.now() > deadline) throw new Error(`The page never showed ${text}.`)
      await draw()
    }
  }

  function judge(root: ParentNode | undefined): string[] {
    const found = violations.splice(0)
    for (const element of root?.querySelectorAll('*') ?? []) {
      if (!allowedTags.has(element.localName)) found.push(`<${element.localName}>`)
      for (const { name, value } of element.attributes) {
        if (!allowedAttributes.has(name)) found.push(`${name}="${value}"`)
        if (name === 'href' && !safeAddress.test(value)) found.push(`href="${value}"`)
      }
    }
    const outside = document.querySelector('[data-slot="transcript"]')?.querySelector('script, iframe, frame, object, embed, form, img, link, meta, base, style, video, audio')
    if (outside) found.push(`<${outside.localName}>`)
    return found
  }

  window.canary = {
    judge: () => judge(document.querySelector('[data-slot="transcript"]') ?? undefined),
    async answer(texts) {
      const controller = await asked.promise
      asked = Promise.withResolvers()
      frames = []
      const sight: CanarySight = { looks: 0, faults: [], shown: [] }
      let seq = 0
      const send = (...chunks: object[]) => controller.enqueue(encoder.encode(chunks.map((chunk) => `id: ${++seq}\ndata: ${JSON.stringify(chunk)}\n\n`).join('')))
      const sendWhole = (id: string, text: string) => send({ type: 'text-start', id }, { type: 'text-delta', id, delta: text }, { type: 'text-end', id })
      const look = async (place: string) => {
        await draw()
        sight.looks += 1
        sight.faults.push(...judge(findText()).map((fault) => `${place}: ${fault}`))
      }
      send({ type: 'start', messageId: crypto.randomUUID() }, { type: 'start-step' })
      sendWhole('ready', 'Ready')
      await drawUntilShown('Ready')
      for (const [index, { text, cuts, grows }] of texts.entries()) {
        const id = String(index)
        const whole = text.slice(0, cuts.at(-1))
        if (grows) {
          send({ type: 'text-start', id })
          for (const [number, cut] of cuts.entries()) {
            send({ type: 'text-delta', id, delta: text.slice(cuts[number - 1] ?? 0, cut) })
            await look(`growing, ${cut}`)
          }
          send({ type: 'text-end', id })
        }
        else sendWhole(id, whole)
        await look(`whole, ${whole.length}`)
        sight.shown.push(findText()?.checkVisibility({ opacityProperty: true, visibilityProperty: true }) ? findText()?.textContent ?? '' : '')
      }
      send({ type: 'finish-step' }, { type: 'finish', messageMetadata: { northlight: { outcome: 'done' } } })
      controller.enqueue(encoder.encode('data: [DONE]\n\n'))
      controller.close()
      await draw()
      const left = frames
      frames = undefined
      for (const callback of left) window.requestAnimationFrame(callback)
      return sight
    },
  }
}
