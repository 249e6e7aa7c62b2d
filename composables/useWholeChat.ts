import { nextTick, onBeforeUnmount, onMounted, ref, type Ref } from 'vue'
import { useQuickKeys } from './useQuickKeys.ts'

interface WholeChatParts {
  frame: Readonly<Ref<{ $el: Node } | null>>
  /** In which is typed what to find. */
  bar: Readonly<Ref<{ focus: () => void, $el: Node } | null>>
  transcript: Readonly<Ref<{
    scroller: HTMLElement | null
    hasAllMounted: () => boolean
    isAllMarked: () => boolean
    showWhole: (whole: boolean) => Promise<void>
  } | null>>
  /** True where the chat's keys are the page's. */
  fillsPage: boolean
  /** Brings in all that is stored; false when that failed. */
  bringEarlier: () => Promise<boolean>
  /** Copies all that is held; false when that failed. */
  copyAll: () => Promise<boolean>
  /** Tells a screen reader. */
  say: (words: string) => void
}

/**
 * What the browser does with a whole page, and a long chat does itself since only a part of it is in the page: finding,
 * printing, copying all. What is all there is left to the browser.
 */
export function useWholeChat({ frame, bar, transcript, fillsPage, bringEarlier, copyAll, say }: WholeChatParts) {
  const isAllThere = () => transcript.value?.hasAllMounted() ?? true
  const hasKeys = () => fillsPage || frame.value?.$el.contains(document.activeElement) === true
  const { isFinding, find, closeFind } = useFindBar({ bar, transcript })

  async function print() {
    if (!isAllThere()) {
      say('The whole chat is made ready for paper')
      // What could not be read is named on the paper.
      await bringEarlier()
      await transcript.value?.showWhole(true)
    }
    window.print()
  }

  async function copyWhole() {
    const isWhole = await bringEarlier()
    if (await copyAll()) say(isWhole ? 'The whole chat is copied' : 'Copied without the earlier messages, which could not be loaded')
  }

  function onCopy(event: ClipboardEvent) {
    if (isAllThere() || !transcript.value?.isAllMarked()) return
    event.preventDefault()
    void copyWhole()
  }
  onMounted(() => document.addEventListener('copy', onCopy))
  onBeforeUnmount(() => document.removeEventListener('copy', onCopy))

  useQuickKeys({
    'find-in-chat': () => {
      const isInBar = bar.value?.$el.contains(document.activeElement) === true
      return hasKeys() && !isInBar && (isFinding.value || !isAllThere()) && find()
    },
    'print-chat': () => {
      if (!hasKeys() || isAllThere()) return false
      void print()
      return true
    },
  })
  return { isFinding, find, closeFind, print }
}

function useFindBar({ bar, transcript }: Pick<WholeChatParts, 'bar' | 'transcript'>) {
  const isFinding = ref(false)
  let left: Element | null = null

  /** False where there is nothing to find in. */
  function find(): boolean {
    if (!transcript.value?.scroller) return false
    if (!isFinding.value) left = document.activeElement
    isFinding.value = true
    bar.value?.focus()
    return true
  }

  /** The focus goes back to where it was, or to what is read. */
  async function closeFind() {
    isFinding.value = false
    await nextTick()
    const isThere = left instanceof HTMLElement && left.isConnected && left !== document.body
    const place = isThere ? left as HTMLElement : transcript.value?.scroller
    place?.focus({ preventScroll: true })
  }
  return { isFinding, find, closeFind }
}
