import { onBeforeUnmount, onMounted, ref } from 'vue'
import type { Ref } from 'vue'

/** As wide as an answer is on a screen with room; in pixels. */
const usualWidth = 560

/** How wide an element is, in whole pixels; until it is measured, and on the server, as wide as it usually is. */
export function useMeasuredWidth(element: Readonly<Ref<HTMLElement | null>>): Ref<number> {
  const width = ref(usualWidth)
  let observer: ResizeObserver | undefined
  const measure = () => {
    const measured = Math.floor(element.value?.clientWidth ?? 0)
    if (measured > 0) width.value = measured
  }
  onMounted(() => {
    measure()
    observer = new ResizeObserver(measure)
    if (element.value) observer.observe(element.value)
  })
  onBeforeUnmount(() => observer?.disconnect())
  return width
}
