import { useAsyncData } from '#imports'
import { useSubmitting } from '#layers/northlight/composables/useSubmitting.ts'
import { connectionListSchema } from '#layers/northlight/shared/connections/connection-answers.ts'
import type { Connection } from '#layers/northlight/shared/connections/connection-answers.ts'
import type { ChatClient } from '#layers/northlight/shared/host/chat-client.ts'

/** Where the organisation's actions may go, read with the page, and again after each change. */
export async function useConnections(client: ChatClient) {
  const { isBusy, failure, submit } = useSubmitting()
  const { data: connections, error, refresh } = await useAsyncData('northlight-connections', async () => connectionListSchema.parse(await client.json('/api/connections')).connections)

  async function remove({ id }: Connection) {
    await submit(() => client.request(`/api/connections/${id}`, { method: 'DELETE' }))
    await refresh()
  }

  return { connections, error, refresh, isBusy, failure, remove }
}
