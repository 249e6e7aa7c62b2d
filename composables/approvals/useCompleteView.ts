import { onBeforeUnmount, ref, shallowRef, watch } from 'vue'
import { createCompleteView } from '#layers/northlight/shared/approvals/create-complete-view.ts'
import type { ApprovalPayload } from '#layers/northlight/shared/approvals/approval-payload.ts'

/** Of the text that is gone through before the clock is looked at. In UTF-16 units. */
const pieceLength = 1_000
/** Of the first screen. */
const firstLines = 40
/** How long the page waits for a piece of work at most. In milliseconds. */
const longestSliceMs = 6

/** All lines of an ask, found a few milliseconds at a time: what is at its beginning is there at once. */
export function useCompleteView(payload: () => ApprovalPayload, columns: () => number) {
  const view = shallowRef(createCompleteView(payload(), columns()))
  const count = ref(0)
  const isWhole = ref(false)
  let timer: ReturnType<typeof setTimeout> | undefined

  /** As much as there is time for, or as the first screen needs. */
  function advance(mostLines = Infinity) {
    const end = performance.now() + longestSliceMs
    do isWhole.value = view.value.advance(pieceLength)
    while (!isWhole.value && performance.now() < end && view.value.countLines() < mostLines)
    count.value = view.value.countLines()
    if (!isWhole.value) timer = setTimeout(advance)
  }

  watch([payload, columns], () => {
    clearTimeout(timer)
    view.value = createCompleteView(payload(), columns())
    advance(firstLines)
  }, { immediate: true, flush: 'sync' })
  onBeforeUnmount(() => clearTimeout(timer))
  return { view, count, isWhole }
}
