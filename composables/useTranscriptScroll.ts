import { nextTick, onBeforeUnmount, onMounted, ref, type Ref } from 'vue'
import {
  hasEndInSight, jumpToEnd, readScroll, rememberPlace, restorePlace, returnToPlace, settleScroll, toPlace, type ScrollFollower,
} from './scroll-follower.ts'
import type { ReadingPlace } from '#layers/northlight/stores/readingPlaces.ts'
import { watchUpwardIntent } from './watch-upward-intent.ts'

interface TranscriptScroll {
  /** True while the end is out of sight: offer the way back. */
  awayFromEnd: Ref<boolean>
  /**
   * Makes a change that the reader asked for, as opening a row or another level: the page stays where it is; `at` is the
   * key of the row to hold on to, else the topmost one in sight.
   */
  holdPlace: (change?: () => void, at?: string) => Promise<void>
  scrollToEnd: () => void
}

/**
 * Follows the end of a growing transcript until the reader goes up in any way; from then on keeps the reader's
 * place whatever changes above it. Never animates. Begins where the reader left, when `place` knows it, else at the end.
 */
export function useTranscriptScroll(scroller: Ref<HTMLElement | null>, content: Ref<HTMLElement | null>, place?: ReadingPlace): TranscriptScroll {
  const awayFromEnd = ref(false)
  const follower: ScrollFollower = { following: true, lastTop: 0, anchors: [], reserve: 0, returning: false }

  const withScroller = (act: (element: HTMLElement, follower: ScrollFollower) => void) => {
    if (scroller.value !== null) {
      act(scroller.value, follower)
      awayFromEnd.value = !hasEndInSight(scroller.value, follower)
    }
  }
  const holdPlace = async (change?: () => void, at?: string) => {
    withScroller(rememberPlace)
    follower.anchors = follower.anchors.toSorted((one, other) => Number(other.key === at) - Number(one.key === at))
    follower.following = false
    change?.()
    await nextTick()
    withScroller(restorePlace)
  }
  const scrollToEnd = () => {
    // Also before anything is drawn: what comes is followed.
    follower.following = true
    withScroller(jumpToEnd)
  }

  // Before anything is painted: the page never shows another place first.
  const begin = () => {
    const left = place?.load()
    let isBack = false
    if (left) withScroller((element) => isBack = returnToPlace(element, follower, left))
    if (!isBack) return scrollToEnd()
    follower.returning = true
    afterFrames(framesToSettle, () => follower.returning = false)
  }
  const leave = () => withScroller((element) => place?.save(toPlace(element, follower)))

  let stop = () => {}
  onMounted(() => {
    if (scroller.value !== null && content.value !== null) {
      stop = watchScroller(scroller.value, content.value, { follower, withScroller })
      begin()
    }
    window.addEventListener('pagehide', leave)
  })
  onBeforeUnmount(() => {
    leave()
    window.removeEventListener('pagehide', leave)
    stop()
  })
  return { awayFromEnd, holdPlace, scrollToEnd }
}

/** Until messages that come into sight have their real heights, and what they bring into sight has its own. */
const framesToSettle = 5

function afterFrames(count: number, act: () => void): void {
  requestAnimationFrame(() => count > 1 ? afterFrames(count - 1, act) : act())
}

interface ScrollWiring {
  follower: ScrollFollower
  withScroller: (act: (element: HTMLElement, follower: ScrollFollower) => void) => void
}

function watchScroller(element: HTMLElement, content: HTMLElement, { follower, withScroller }: ScrollWiring): () => void {
  let frame = 0
  const onScroll = () => {
    withScroller(readScroll)
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(() => withScroller(rememberPlace))
  }
  // Called before painting, so the page never shows the place lost.
  const sizes = new ResizeObserver(() => withScroller(settleScroll))
  sizes.observe(content)
  sizes.observe(element)
  element.addEventListener('scroll', onScroll, { passive: true })
  const stopIntent = watchUpwardIntent(element, () => {
    follower.following = false
    follower.returning = false
    withScroller(rememberPlace)
  })
  return () => {
    sizes.disconnect()
    element.removeEventListener('scroll', onScroll)
    stopIntent()
    cancelAnimationFrame(frame)
  }
}
