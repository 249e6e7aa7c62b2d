import { watch } from 'vue'
import type { ChatSession } from '#layers/northlight/stores/chatSessions.ts'

/** Resolves when nothing is under way in a conversation; at once when nothing is. */
export function whenIdle({ status }: Pick<ChatSession, 'status'>): Promise<void> {
  if (status.value === 'idle') return Promise.resolve()
  return new Promise((resolve) => {
    const stop = watch(status, (now) => {
      if (now !== 'idle') return
      stop()
      resolve()
    })
  })
}
