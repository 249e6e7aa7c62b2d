import { nextTick, onBeforeUnmount, onMounted, ref } from 'vue'
import type { Ref } from 'vue'

const outsideEvents = ['pointerdown', 'focusin'] as const

/** A panel that a button opens, and that folds away as soon as something outside `root` is pressed or has the focus. `close` gives the focus back to the button. */
export function useFoldingPanel(root: Readonly<Ref<HTMLElement | null>>, button: Readonly<Ref<HTMLElement | null>>) {
  const isOpen = ref(false)

  async function close() {
    if (!isOpen.value) return
    isOpen.value = false
    await nextTick()
    button.value?.focus()
  }

  function onOutside({ target }: Event) {
    if (target instanceof Node && !root.value?.contains(target)) isOpen.value = false
  }

  onMounted(() => outsideEvents.forEach((name) => document.addEventListener(name, onOutside)))
  onBeforeUnmount(() => outsideEvents.forEach((name) => document.removeEventListener(name, onOutside)))
  return { isOpen, close }
}
