import { computed, ref, shallowRef, watch, type Ref } from 'vue'
import { pageLength, planWindow, toWindowAround, type MessageWindow } from '#layers/northlight/shared/scrolling/plan-window.ts'
import { keepSameList } from './keep-same-list.ts'
import { createMessageHeights } from './message-heights.ts'

export type TranscriptWindow = ReturnType<typeof useTranscriptWindow>

/** The ids of the first and the last message that are mounted; undefined where the window ends with the chat. */
interface WindowEdges {
  first?: string
  last?: string
}

/** CSS pixels: a large screen, and what is kept above it. */
const firstRoom = 3_600

interface WindowParts {
  ids: () => readonly string[]
  /** Changes with whatever changes the height of all messages. */
  look: () => unknown
  /** How high a message will be, in CSS pixels. */
  estimate: (id: string) => number
  content: Ref<HTMLElement | null>
  /** The elements that are as high as the messages that stand before the mounted ones, and after them. */
  roomAbove: Ref<HTMLElement | null>
  roomBelow: Ref<HTMLElement | null>
}

/**
 * Mounts the messages near the reader's view and keeps room for the others, as high as they were when last seen.
 */
export function useTranscriptWindow({ ids, look, estimate, content, roomAbove, roomBelow }: WindowParts) {
  const edges = shallowRef(toEdges(ids(), toFirstWindow(ids(), estimate)))
  const isWhole = ref(false)
  const heights = createMessageHeights(() => content.value)
  const window = computed(() => isWhole.value ? { start: 0, end: ids().length } : resolveWindow(ids(), edges.value))
  const mounted = computed<readonly string[]>((before) => keepSameList(before, ids().slice(window.value.start, window.value.end)))
  const toRoom = (start: number, end: number) => ids().slice(start, end).reduce((sum, id) => sum + heights.of(id), 0)
  const above = computed(() => toRoom(0, window.value.start))
  const below = computed(() => toRoom(window.value.end, ids().length))
  watch(look, heights.forget)

  // By hand: a page's policy refuses style attributes.
  const writeRoom = () => {
    if (roomAbove.value) roomAbove.value.style.height = `${above.value}px`
    if (roomBelow.value) roomBelow.value.style.height = `${below.value}px`
  }
  watch([above, below], writeRoom, { flush: 'post' })

  function show(next: MessageWindow) {
    heights.measure()
    edges.value = toEdges(ids(), next)
  }

  /** The change of window that a view asks for, or undefined where all it needs is there. */
  function plan({ scrollTop, scrollHeight, clientHeight }: HTMLElement, reserve: number): MessageWindow | undefined {
    if (isWhole.value || ids().length === 0) return undefined
    const view = { viewport: clientHeight, above: scrollTop - above.value, below: scrollHeight - reserve - below.value - scrollTop - clientHeight }
    const next = planWindow({ ...view, window: window.value, count: ids().length, heightOf: (index) => heights.of(ids()[index] ?? '') })
    const { start, end } = window.value
    const wanted = mayGo(content.value) ? next : { start: Math.min(start, next.start), end: Math.max(end, next.end) }
    return wanted.start === start && wanted.end === end && edges.value.first !== undefined ? undefined : wanted
  }

  return {
    mounted, plan, show, writeRoom,
    hasStart: () => window.value.start === 0,
    hasEnd: () => window.value.end === ids().length,
    /** Mounts the last page, unless the end is mounted; says whether it had to. */
    showEnd() {
      if (window.value.end === ids().length) return false
      show(toLastPage(ids()))
      return true
    },
    /** Mounts the first of these messages that is held and those round it, unless it is mounted; says whether it had to. */
    showMessage(...wanted: string[]) {
      const index = ids().findIndex((id) => wanted.includes(id))
      if (index < 0 || (index >= window.value.start && index < window.value.end)) return false
      show(toWindowAround(index, ids().length))
      return true
    },
    /** Mounts everything, as for paper, until it is told otherwise. */
    showWhole: (whole: boolean) => void (isWhole.value = whole),
    isWhole: () => isWhole.value,
  }
}

/** What fills the first screens, and no more: a chat is shown the sooner. */
function toFirstWindow(ids: readonly string[], estimate: (id: string) => number): MessageWindow {
  const page = toLastPage(ids)
  let start = page.end
  for (let room = 0; start > page.start && room < firstRoom; room += estimate(ids[start] ?? '')) start -= 1
  return { start, end: page.end }
}

function toLastPage({ length }: readonly string[]): MessageWindow {
  return { start: Math.max(0, length - pageLength), end: length }
}

function toEdges(ids: readonly string[], { start, end }: MessageWindow): WindowEdges {
  return { first: ids[start], last: end < ids.length ? ids[end - 1] : undefined }
}

/** Where an edge has gone, as with another version of the chat: its last page. */
function resolveWindow(ids: readonly string[], { first, last }: WindowEdges): MessageWindow {
  const start = first === undefined ? -1 : ids.indexOf(first)
  const end = last === undefined ? ids.length : ids.indexOf(last) + 1
  return start >= 0 && end > start ? { start, end } : toLastPage(ids)
}

/** What a reader marks or writes in stays, however far it is. */
function mayGo(content: HTMLElement | null): boolean {
  const selection = document.getSelection()
  const isMarking = selection !== null && !selection.isCollapsed && content?.contains(selection.anchorNode)
  const isWriting = document.activeElement?.matches('input, textarea') && content?.contains(document.activeElement)
  return !isMarking && !isWriting
}
