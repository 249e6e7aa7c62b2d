import './floor.css'
import { splitTopLevel, toMarkdownHtml, toMessageHtml } from './message-html.ts'

/** The last block of a streamed text at one moment: its number and its HTML. */
interface OpenBlock {
  number: number
  html: string
}

/**
 * The page beside which others are measured: plain DOM, whose HTML is made in `prepare`, outside the measured time.
 * A chat is one innerHTML; a delta is the innerHTML of the last Markdown block; disclosures are the browser's own.
 */
const scroller = document.querySelector('main') ?? document.body
let html = ''
let steps: OpenBlock[][] = []
let nextStep = 0
let block: HTMLElement | undefined
let blockNumber = -1
let isScrolling = false

const scrollToEnd = () => {
  isScrolling = false
  scroller.scrollTop = scroller.scrollHeight
}

window.bench = {
  prepare({ messages, deltas = [] }) {
    html = messages.map(toMessageHtml).join('')
    steps = toSteps(deltas)
  },
  mount() {
    scroller.innerHTML = html
    nextStep = 0
    blockNumber = -1
    scrollToEnd()
  },
  push() {
    for (const step of steps[nextStep++] ?? []) draw(step)
    if (isScrolling) return
    isScrolling = true
    requestAnimationFrame(scrollToEnd)
  },
  setOpen(open) {
    for (const disclosure of scroller.querySelectorAll('details')) disclosure.open = open
  },
}

function draw({ number, html }: OpenBlock) {
  if (!block || number !== blockNumber) {
    block = document.createElement('div')
    blockNumber = number
    scroller.lastElementChild?.append(block)
  }
  block.innerHTML = html
}

/** For each delta the blocks that it changes: the open one, and those that it begins. */
function toSteps(deltas: readonly string[]): OpenBlock[][] {
  let open = ''
  let number = 0
  return deltas.map((delta) => {
    const blocks = splitTopLevel(open + delta)
    const step = blocks.map((text, index) => ({ number: number + index, html: toMarkdownHtml(text) }))
    open = blocks.at(-1) ?? ''
    number += blocks.length - 1
    return step
  })
}
