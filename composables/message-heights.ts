import { shallowRef } from 'vue'

/** CSS pixels: of a message, while none has been measured. */
const guessedHeight = 200

/** How high the messages of one transcript were when they were last seen, by id. */
export function createMessageHeights(content: () => HTMLElement | null) {
  const known = shallowRef(new Map<string, number>())
  let mean = guessedHeight

  function measure() {
    const heights = known.value
    for (const message of content()?.querySelectorAll<HTMLElement>(':scope > [data-slot="message"]') ?? []) {
      heights.set(message.dataset.messageId ?? '', message.getBoundingClientRect().height)
    }
    if (heights.size > 0) mean = [...heights.values()].reduce((sum, height) => sum + height, 0) / heights.size
  }

  return {
    measure,
    /** In CSS pixels; of one that was never seen, the others' mean. */
    of: (id: string) => known.value.get(id) ?? mean,
    /** What all messages look like has changed: of each the height is found anew. */
    forget: () => void (known.value = new Map()),
  }
}
