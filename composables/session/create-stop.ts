import { ref } from 'vue'
import { toJsonRequest } from '#layers/northlight/shared/host/chat-client.ts'
import type { ChatClient } from '#layers/northlight/shared/host/chat-client.ts'

/** Asks the server to stop the work; a second press while it does is the same stop. */
export function createStop(client: ChatClient, id: string, whenAnswered: () => Promise<void>) {
  const stopFailure = ref<Error>()
  let stopping: Promise<void> | undefined
  const stop = () => stopping ??= whenAnswered()
    .then(() => client.request(`/api/chat/${id}/stop`, toJsonRequest('POST', {})))
    .then(() => {
      stopFailure.value = undefined
    }, (error: unknown) => {
      stopFailure.value = error instanceof Error ? error : new Error(String(error))
    })
    .finally(() => {
      stopping = undefined
    })
  return { stop, stopFailure }
}
