import { onBeforeUnmount, onMounted, ref } from 'vue'
import type { Ref } from 'vue'
import { cardBudget } from '#layers/northlight/shared/approvals/layout-budgets.ts'
import { countColumns } from './count-columns.ts'

/** How many signs fit into a line of the values that are shown in this element, as wide as it is now. */
export function useFieldColumns(element: Readonly<Ref<HTMLElement | null>>): Readonly<Ref<number>> {
  const columns = ref(cardBudget.columns)
  let observer: ResizeObserver | undefined

  function measure() {
    const value = element.value?.querySelector('.nl-ask-value')
    if (value) columns.value = countColumns(value)
  }

  onMounted(() => {
    measure()
    if (!element.value) return
    observer = new ResizeObserver(measure)
    observer.observe(element.value)
  })
  onBeforeUnmount(() => observer?.disconnect())
  return columns
}
