import { ref } from 'vue'
import { toJsonRequest } from '#layers/northlight/shared/host/chat-client.ts'
import type { SessionCore } from './create-session-core.ts'

/** Asks the server to stop the work; a second press while it does is the same stop. That it failed is no news once the work has ended. */
export function createStop({ client, id, transport, whenEnded }: SessionCore) {
  const stopFailure = ref<Error>()
  let stopping: Promise<void> | undefined
  const stop = () => stopping ??= transport.whenAnswered()
    .then(() => client.request(`/api/chat/${id}/stop`, toJsonRequest('POST', {})))
    .then(() => {
      stopFailure.value = undefined
    }, (error: unknown) => {
      stopFailure.value = error instanceof Error ? error : new Error(String(error))
    })
    .finally(() => {
      stopping = undefined
    })
  whenEnded(() => {
    stopFailure.value = undefined
  })
  return { stop, stopFailure }
}
