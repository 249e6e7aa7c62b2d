import { nextTick, onBeforeUnmount, onMounted, ref, type Ref } from 'vue'
import { toMessageId, type PlaceAnchor } from '#layers/northlight/shared/scrolling/transcript-place.ts'
import type { ReadingPlace } from '#layers/northlight/stores/readingPlaces.ts'
import {
  beginWhereScrolled, hasEndInSight, jumpToEnd, leaveEnd, placeInView, readScroll, rememberSettledPlace, restorePlace, returnToPlace,
  settleScroll, toPlace, type ScrollFollower,
} from './scroll-follower.ts'
import type { TranscriptWindow } from './useTranscriptWindow.ts'
import { watchUpwardIntent } from './watch-upward-intent.ts'

interface TranscriptScroll {
  /** True while the end is out of sight: offer the way back. */
  awayFromEnd: Ref<boolean>
  /**
   * Makes a change that the reader asked for, as opening a row or another level: the page stays where it is; `at` is the
   * key of the row to hold on to, else the topmost one in sight.
   */
  holdPlace: (change?: () => void, at?: string) => Promise<void>
  scrollToEnd: () => Promise<void>
  /** Brings into the view what `find` gives of a message, which is mounted before; where that is in sight, nothing moves. */
  scrollToMessage: (id: string, find: (message: Element) => Element | Range) => Promise<void>
  /** Mounts everything, as for paper; with false as few messages as before, and the reader is where they were. */
  showWhole: (whole: boolean) => Promise<void>
  /** Back to a place whose messages were not held before, unless the reader has gone elsewhere meanwhile. */
  returnTo: (left: readonly PlaceAnchor[]) => Promise<void>
}

interface ScrollParts {
  scroller: Ref<HTMLElement | null>
  content: Ref<HTMLElement | null>
  messages: TranscriptWindow
  place?: ReadingPlace
  /** The first message that is held is near. */
  onNearStart: () => void
}

/** One transcript's scrolling, while it is on the page. */
interface TranscriptScroller {
  follower: ScrollFollower
  messages: TranscriptWindow
  withScroller: (act: (element: HTMLElement, follower: ScrollFollower) => void) => void
}

/**
 * Follows the end of a growing transcript until the reader goes up in any way; from then on keeps the reader's
 * place whatever changes above it. Never animates. Begins where the reader left, when `place` knows it, else at the end.
 */
export function useTranscriptScroll({ scroller, content, messages, place, onNearStart }: ScrollParts): TranscriptScroll {
  const awayFromEnd = ref(false)
  const follower: ScrollFollower = { following: true, lastTop: 0, anchors: [], height: 0, reserve: 0 }
  const withScroller: TranscriptScroller['withScroller'] = (act) => {
    if (scroller.value !== null) {
      act(scroller.value, follower)
      awayFromEnd.value = !messages.hasEnd() || !hasEndInSight(scroller.value, follower)
    }
  }
  const transcript = { follower, messages, withScroller }
  const followView = () => withScroller((element) => {
    moveWindow(element, transcript)
    if (messages.hasStart() && element.scrollTop < element.clientHeight * viewsToStart) onNearStart()
  })
  const leave = () => withScroller((element) => place?.save(toPlace(element, follower)))

  let stop = () => {}
  onMounted(() => {
    if (scroller.value !== null && content.value !== null) {
      stop = watchScroller(scroller.value, content.value, { transcript, followView })
      void begin(transcript, place)
    }
    window.addEventListener('pagehide', leave)
  })
  onBeforeUnmount(() => {
    leave()
    window.removeEventListener('pagehide', leave)
    stop()
  })
  return {
    awayFromEnd,
    holdPlace: (change, at) => holdPlace(transcript, change, at),
    scrollToEnd: () => scrollToEnd(transcript),
    scrollToMessage: async (id, find) => {
      await scrollToMessage(transcript, id, find)
      followView()
    },
    showWhole: createShowWhole(transcript),
    returnTo: async (left) => {
      if (follower.following && await goBack(transcript, left)) followView()
    },
  }
}

/**
 * Before anything is painted: the page never shows another place first. Where the server's page was read, and scrolled,
 * before the app had loaded, it stays as its reader has it.
 */
async function begin(transcript: TranscriptScroller, place: ReadingPlace | undefined): Promise<void> {
  const { messages, withScroller } = transcript
  let isScrolled = false
  withScroller((element, follower) => isScrolled = beginWhereScrolled(element, follower))
  messages.writeRoom()
  if (isScrolled) return withScroller(restorePlace)
  const left = place?.load()
  if (!left || !await goBack(transcript, left)) await scrollToEnd(transcript)
}

/** To a place that was left; false where none of its messages is held. */
async function goBack({ follower, messages, withScroller }: TranscriptScroller, left: readonly PlaceAnchor[]): Promise<boolean> {
  if (messages.showMessage(...left.map(({ key }) => toMessageId(key)))) await nextTick()
  let isBack = false
  withScroller((element) => isBack = returnToPlace(element, follower, left))
  return isBack
}

async function holdPlace({ follower, withScroller }: TranscriptScroller, change?: () => void, at?: string): Promise<void> {
  withScroller(leaveEnd)
  follower.anchors = follower.anchors.toSorted((one, other) => Number(other.key === at) - Number(one.key === at))
  change?.()
  await nextTick()
  withScroller(restorePlace)
}

async function scrollToEnd({ follower, messages, withScroller }: TranscriptScroller): Promise<void> {
  // Also before anything is drawn: what comes is followed.
  follower.following = true
  if (messages.showEnd()) await nextTick()
  withScroller(jumpToEnd)
}

async function scrollToMessage({ follower, messages, withScroller }: TranscriptScroller, id: string, find: (message: Element) => Element | Range): Promise<void> {
  withScroller(settleScroll)
  follower.following = false
  if (messages.showMessage(id)) await nextTick()
  withScroller((element) => {
    const message = element.querySelector(`[data-slot="message"][data-message-id="${CSS.escape(id)}"]`)
    if (message) placeInView(element, follower, find(message))
  })
}

function createShowWhole(transcript: TranscriptScroller): TranscriptScroll['showWhole'] {
  const { follower, messages, withScroller } = transcript
  let left: readonly PlaceAnchor[] | undefined
  return async (whole) => {
    if (whole === messages.isWhole()) return
    if (whole) {
      // Messages may just have come in above.
      withScroller(settleScroll)
      withScroller((element) => left = toPlace(element, follower))
    }
    messages.showWhole(whole)
    await nextTick()
    if (!whole && !(left && await goBack(transcript, left))) await scrollToEnd(transcript)
  }
}

/** Messages come and go where nobody looks: the place stays, and a focus that goes with its message stays in the transcript. */
function moveWindow(element: HTMLElement, { follower, messages, withScroller }: TranscriptScroller): void {
  const next = messages.plan(element, follower.reserve)
  if (!next) return
  const hadFocus = element.contains(document.activeElement)
  rememberSettledPlace(element, follower)
  messages.show(next)
  void nextTick(() => {
    withScroller(settleScroll)
    if (hadFocus && !element.contains(document.activeElement)) element.focus({ preventScroll: true })
  })
}

/** Earlier messages are asked for when so many views are left above. */
const viewsToStart = 2

interface ScrollWiring {
  transcript: TranscriptScroller
  followView: () => void
}

function watchScroller(element: HTMLElement, content: HTMLElement, { transcript: { withScroller }, followView }: ScrollWiring): () => void {
  let frame = 0
  const onScroll = () => {
    withScroller(readScroll)
    followView()
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(() => withScroller(rememberSettledPlace))
  }
  // Called before painting, so the page never shows the place lost.
  const sizes = new ResizeObserver(() => {
    withScroller(settleScroll)
    followView()
  })
  sizes.observe(content)
  sizes.observe(element)
  element.addEventListener('scroll', onScroll, { passive: true })
  const stopIntent = watchUpwardIntent(element, () => withScroller(leaveEnd))
  return () => {
    sizes.disconnect()
    element.removeEventListener('scroll', onScroll)
    stopIntent()
    cancelAnimationFrame(frame)
  }
}
