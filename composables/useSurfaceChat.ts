import { computed } from 'vue'
import { navigateTo, setResponseStatus, useRequestEvent, useRoute } from '#imports'
import { parseSurfaceQuery } from '#layers/northlight/shared/host/parse-surface-query.ts'

const refusedStatus = 400

/** The chat that the address of a page made for a frame names, and how that address follows a new chat. */
export function useSurfaceChat() {
  const route = useRoute()
  const query = computed(() => parseSurfaceQuery(route.query))
  const event = import.meta.server ? useRequestEvent() : undefined
  if (event && query.value.refusal) setResponseStatus(event, refusedStatus)

  /** In place: a frame has no history of its own to go back in. */
  function follow(chatId: string) {
    return navigateTo({ path: route.path, query: { chat: chatId } }, { replace: true })
  }

  return { chatId: computed(() => query.value.chatId), refusal: computed(() => query.value.refusal), follow }
}
