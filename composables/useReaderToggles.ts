import { computed, inject, provide, type ComputedRef, type InjectionKey } from 'vue'
import { createReaderToggles, type ReaderToggles } from '#layers/northlight/stores/readerToggles.ts'

interface ReaderToggle {
  open: ComputedRef<boolean>
  toggle: () => void
}

const readerTogglesKey: InjectionKey<ReaderToggles> = Symbol('reader toggles')

export function provideReaderToggles(toggles: ReaderToggles): void {
  provide(readerTogglesKey, toggles)
}

/** One row's disclosure: the reader's own choice, else the plan's default. */
export function useReaderToggle(messageId: string, rowKey: () => string, defaultOpen: () => boolean): ReaderToggle {
  const toggles = inject(readerTogglesKey, createReaderToggles, true)
  const open = computed(() => toggles.get(messageId, rowKey()) ?? defaultOpen())
  return { open, toggle: () => toggles.set(messageId, rowKey(), !open.value) }
}
