import { computed, inject, provide } from 'vue'
import type { ComputedRef, InjectionKey } from 'vue'
import type { ActionResult } from './row-action.ts'

/** What a block needs of where it stands. */
export interface BlockContext {
  /** Whether its reader can say anything here. */
  canAsk: ComputedRef<boolean>
  /** Sends a follow-up message, and says whether it did. */
  ask(text: string): ActionResult
}

const blockContextKey: InjectionKey<BlockContext> = Symbol('block context')

export function provideBlockContext(context: BlockContext): void {
  provide(blockContextKey, context)
}

/** Where nothing is provided a block is only read. */
export function useBlockContext(): BlockContext {
  return inject(blockContextKey, () => ({ canAsk: computed(() => false), ask: () => ({ text: 'Nothing can be asked here.', failed: true }) }), true)
}
