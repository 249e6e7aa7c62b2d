import { computed, onMounted, onServerPrefetch } from 'vue'
import type { ComputedRef } from 'vue'
import type { ChatClient } from '#layers/northlight/shared/host/chat-client.ts'
import type { ChatEnvironment } from '#layers/northlight/shared/host/chat-environment.ts'
import type { DetailLevel } from '#layers/northlight/shared/settings/detail-level.ts'
import { resolveDetailLevel } from '#layers/northlight/shared/settings/resolve-detail-level.ts'
import { useDetailLevelStore } from '#layers/northlight/stores/detailLevel.ts'
import { useFollowSavedLevel } from './useFollowSavedLevel.ts'

/**
 * The effective level of one surface: the host's, else the saved one, else the default. Read while the page is
 * rendered on the server, so that the first paint is right; a host that forces a level costs no request.
 */
export function useDetailLevel(environment: () => ChatEnvironment, client: ChatClient): ComputedRef<DetailLevel> {
  const store = useDetailLevelStore()
  const load = async () => {
    if (environment().detailLevel === undefined) await store.load(client)
  }
  onServerPrefetch(load)
  onMounted(load)
  useFollowSavedLevel(client, () => environment().detailLevel !== undefined)
  return computed(() => resolveDetailLevel({ host: environment().detailLevel, saved: store.saved }))
}
