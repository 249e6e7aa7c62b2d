import { nextTick, watch } from 'vue'
import type { Ref } from 'vue'

/** Where what has the focus folds away, the focus goes to the row's own header, and not to the beginning of the page. */
export function useFocusWhenFolding(row: Readonly<Ref<HTMLElement | null>>, isOpen: () => boolean): void {
  watch(isOpen, async (opens) => {
    if (opens || !row.value?.contains(document.activeElement)) return
    await nextTick()
    if (!row.value.contains(document.activeElement)) row.value.querySelector('button')?.focus({ preventScroll: true })
  })
}
