import { toJsonRequest } from '#layers/northlight/shared/host/chat-client.ts'
import type { SessionCore } from './create-session-core.ts'

/** Goes from one version of a message to another; what is shown stays until the other branch is there, and what is said meanwhile follows it. */
export function createVersionChoice(core: SessionCore, setAside: () => void) {
  const { id, client, state } = core
  let isChoosing = false

  async function chooseVersion(messageId: string): Promise<boolean> {
    core.failure.value = undefined
    setAside()
    try {
      await client.json(`/api/chats/${id}`, toJsonRequest('PATCH', { activeMessageId: messageId }))
      await core.refresh()
      state.flush()
      return true
    }
    catch (error) {
      core.failure.value = error instanceof Error ? error : new Error(String(error))
      return false
    }
    finally {
      isChoosing = false
    }
  }

  return async (messageId: string): Promise<boolean> => {
    if (core.isBusy.value || isChoosing) return false
    isChoosing = true
    const choosing = chooseVersion(messageId)
    core.holdUntil(choosing)
    return choosing
  }
}
