import { computed, reactive, watch } from 'vue'
import { useAsyncData } from '#imports'
import type { ChatClient } from '#layers/northlight/shared/host/chat-client.ts'
import { sumMinutes } from '#layers/northlight/shared/time-entries/group-by-day.ts'
import { timeEntryListSchema } from '#layers/northlight/shared/time-entries/time-entry-answers.ts'

/** Time that was entered in a span of days, read with the page and with every change of the span. */
export async function useTimeEntries(client: ChatClient) {
  const span = reactive({ from: '', to: '' })
  const query = computed(() => new URLSearchParams(Object.entries(span).filter(([, day]) => day !== '')).toString())
  const { data: list, error, refresh } = await useAsyncData('northlight-time-entries', async () => timeEntryListSchema.parse(await client.json(`/api/time-entries?${query.value}`)))
  watch(query, () => void refresh())
  return {
    span, list, error, refresh,
    minutes: computed(() => sumMinutes(list.value?.entries ?? [])),
    exportPath: computed(() => `/api/time-entries/export?${query.value}`),
  }
}
