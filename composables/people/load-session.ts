import { useRequestEvent } from '#imports'
import { useChatClient } from '#layers/northlight/composables/useChatClient.ts'
import { useSessionStore } from '#layers/northlight/stores/session.ts'

/** Before a page is shown: whose it is. A browser must not keep a page of somebody's, to show it to whoever comes next. */
export async function loadSession() {
  const event = import.meta.server ? useRequestEvent() : undefined
  const session = useSessionStore()
  await session.load(useChatClient({}))
  if (session.state?.mode !== 'local') event?.node.res.setHeader('cache-control', 'no-store')
  return session
}
