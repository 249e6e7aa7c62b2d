import type { UIMessage } from 'ai'
import { onMounted, ref, type Ref } from 'vue'
import { toMessageId, type PlaceAnchor } from '#layers/northlight/shared/scrolling/transcript-place.ts'
import type { ReadingPlace } from '#layers/northlight/stores/readingPlaces.ts'

interface EarlierParts {
  messages: Readonly<Ref<readonly UIMessage[]>>
  /** How many are stored before the first of `messages`. */
  earlier: Readonly<Ref<number>>
  loadEarlier(): Promise<boolean>
  loadEarlierUntil(messageId?: string): Promise<boolean>
  place: ReadingPlace
  returnTo(left: readonly PlaceAnchor[]): Promise<void> | undefined
}

/** Messages that come in when a reader nears the first that is held, and those that one left among before a reload. */
export function useEarlierMessages({ messages, earlier, loadEarlier, loadEarlierUntil, place, returnTo }: EarlierParts) {
  const hasFailed = ref(false)

  async function bringEarlier() {
    hasFailed.value = !await loadEarlier()
  }

  onMounted(async () => {
    const left = place.load()
    const first = left?.[0] && toMessageId(left[0].key)
    if (left === undefined || first === undefined || messages.value.some(({ id }) => id === first)) return
    if (earlier.value > 0 && await loadEarlierUntil(first)) await returnTo(left)
  })
  return { earlier, hasFailed, bringEarlier }
}
