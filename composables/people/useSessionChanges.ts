import { onBeforeUnmount, onMounted } from 'vue'
import { useChatEvents } from '#layers/northlight/composables/events/useChatEvents.ts'
import type { ChatClient } from '#layers/northlight/shared/host/chat-client.ts'
import { useSessionStore } from '#layers/northlight/stores/session.ts'
import { followSessionChanges } from './session-changes.ts'

/** Keeps a page with whoever is signed in: where another tab changes that, it begins anew. Nothing where nobody signs in. */
export function useSessionChanges(): void {
  const session = useSessionStore()
  let stop = () => {}
  const beginAnew = () => {
    if (session.isLeaving) return
    session.isLeaving = true
    window.location.reload()
  }
  // What the browser had put aside may be of whoever was here before.
  const onShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted && session.hasSignIn) window.location.reload()
  }
  onMounted(() => {
    if (session.hasSignIn) stop = followSessionChanges(beginAnew)
    window.addEventListener('pageshow', onShow)
  })
  onBeforeUnmount(() => {
    stop()
    window.removeEventListener('pageshow', onShow)
  })
}

/** The same for a page of somebody's, which the server may have cut off: where their place is another now, it begins anew. */
export function useSessionChangesOfPerson(client: ChatClient): void {
  const session = useSessionStore()
  useSessionChanges()
  useChatEvents(client, async ({ type }) => {
    if (type !== 'resync' || !session.hasSignIn) return
    // What can't be read now is read after the next cut.
    if (!await session.isStill(client).catch(() => true)) window.location.reload()
  })
}
