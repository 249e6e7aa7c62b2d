import { findTextRanges } from './find-text-ranges.ts'

/** The style sheet knows them by these names. */
const names = { all: 'nl-find', current: 'nl-find-current' } as const

export interface FindMarks {
  /** Marks these words (`foldText`) in these messages, now and when they come into the page. */
  mark: (words: readonly string[], ids: ReadonlySet<string>, currentId: string | undefined) => void
  /** What is marked in a message, in order. */
  rangesOf: (message: Element) => readonly Range[]
  stop: () => void
}

/** Marks words in the messages of a transcript without changing the page; where a browser can't, nothing is marked. */
export function createFindMarks(scroller: HTMLElement): FindMarks {
  const highlights = typeof CSS !== 'undefined' && 'highlights' in CSS ? CSS.highlights : undefined
  let found = new Map<Element, readonly Range[]>()
  let wanted: { words: readonly string[], ids: ReadonlySet<string>, currentId: string | undefined } = { words: [], ids: new Set(), currentId: undefined }
  let frame = 0

  function rangesOf(message: Element): readonly Range[] {
    const ranges = found.get(message) ?? findRanges(message, wanted)
    found.set(message, ranges)
    return ranges
  }

  function draw() {
    const all: Range[] = []
    const current: Range[] = []
    for (const message of scroller.querySelectorAll<HTMLElement>('[data-slot="message"]')) {
      (message.dataset.messageId === wanted.currentId ? current : all).push(...rangesOf(message))
    }
    highlights?.set(names.all, new Highlight(...all))
    highlights?.set(names.current, new Highlight(...current))
  }

  const changes = new MutationObserver((records) => {
    for (const { target } of records) {
      const message = (target instanceof Element ? target : target.parentElement)?.closest('[data-slot="message"]')
      if (message) found.delete(message)
    }
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(draw)
  })
  changes.observe(scroller, { childList: true, characterData: true, subtree: true })

  return {
    rangesOf,
    mark(words, ids, currentId) {
      wanted = { words, ids, currentId }
      found = new Map()
      draw()
    },
    stop() {
      changes.disconnect()
      cancelAnimationFrame(frame)
      for (const name of Object.values(names)) highlights?.delete(name)
    },
  }
}

function findRanges(message: Element, { words, ids }: { words: readonly string[], ids: ReadonlySet<string> }): readonly Range[] {
  const rows = message.querySelector('.nl-rows')
  return rows && ids.has(message.getAttribute('data-message-id') ?? '') ? findTextRanges(rows, words) : []
}
