import { computed, inject, provide, shallowReactive, type ComputedRef, type InjectionKey } from 'vue'

/** What a reader opened or folded by hand, by (message, row). It wins over every default (`surfacing.md`, "The reader wins"). */
export interface ReaderToggles {
  get: (messageId: string, rowKey: string) => boolean | undefined
  set: (messageId: string, rowKey: string, open: boolean) => void
}

interface ReaderToggle {
  open: ComputedRef<boolean>
  toggle: () => void
}

const readerTogglesKey: InjectionKey<ReaderToggles> = Symbol('reader toggles')

export function createReaderToggles(): ReaderToggles {
  const chosen = shallowReactive(new Map<string, boolean>())
  const toKey = (messageId: string, rowKey: string) => `${messageId}\n${rowKey}`
  return {
    get: (messageId, rowKey) => chosen.get(toKey(messageId, rowKey)),
    set: (messageId, rowKey, open) => chosen.set(toKey(messageId, rowKey), open),
  }
}

export function provideReaderToggles(toggles: ReaderToggles): void {
  provide(readerTogglesKey, toggles)
}

/** One row's disclosure: the reader's own choice, else the plan's default. */
export function useReaderToggle(messageId: string, rowKey: () => string, defaultOpen: () => boolean): ReaderToggle {
  const toggles = inject(readerTogglesKey, createReaderToggles, true)
  const open = computed(() => toggles.get(messageId, rowKey()) ?? defaultOpen())
  return { open, toggle: () => toggles.set(messageId, rowKey(), !open.value) }
}
