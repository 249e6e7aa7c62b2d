import { nextTick } from 'vue'

interface Focusable {
  focus(): void
}

/** Moves the focus to what stands nearest, where what had it is no longer on the page. */
export async function keepFocus(toNearest: () => Focusable | null): Promise<void> {
  await nextTick()
  if (document.activeElement === null || document.activeElement === document.body) toNearest()?.focus()
}
