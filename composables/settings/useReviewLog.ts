import { computed, onBeforeUnmount, ref, shallowRef, watch } from 'vue'
import { useAsyncData } from '#imports'
import { reviewLogSchema } from '#layers/northlight/shared/approvals/review-log-answers.ts'
import type { ReviewLogEntry } from '#layers/northlight/shared/approvals/review-log-answers.ts'
import type { ReviewLogEvent } from '#layers/northlight/shared/approvals/review-log-events.ts'
import type { ChatClient } from '#layers/northlight/shared/host/chat-client.ts'
import { createNewestOnlyQueue } from '#layers/northlight/shared/settings/newest-only-queue.ts'

/** So long nothing was typed before the search begins. In milliseconds. */
const pauseMs = 200

/** The review log as it is looked for, read with the page, with every change of the search, and further back on demand. */
export async function useReviewLog(client: ChatClient) {
  const search = ref('')
  const event = ref<ReviewLogEvent | ''>('')
  const older = shallowRef<ReviewLogEntry[]>([])
  const failure = ref<string>()
  const reads = createNewestOnlyQueue()
  const filter = computed(() => ({ ...search.value.trim() && { search: search.value.trim() }, ...event.value && { event: event.value } }))
  const toQuery = (more: Record<string, string> = {}) => new URLSearchParams({ ...filter.value, ...more })

  const read = async (query: URLSearchParams) => reviewLogSchema.parse(await client.json(`/api/review-log?${query}`))
  const { data: first, error, refresh } = await useAsyncData('northlight-review-log', () => read(toQuery()))
  const hasMore = ref(first.value?.hasMore ?? false)
  const entries = computed(() => [...first.value?.entries ?? [], ...older.value])

  const attempt = (work: (isNewest: () => boolean) => Promise<void>) => reads.add(work).then(() => void (failure.value = undefined), (problem: unknown) => {
    failure.value = problem instanceof Error ? problem.message : 'The log could not be read.'
  })

  const start = () => attempt(async (isNewest) => {
    const page = await read(toQuery())
    if (!isNewest()) return
    first.value = page
    older.value = []
    hasMore.value = page.hasMore
  })

  const loadOlder = () => attempt(async (isNewest) => {
    const last = entries.value.at(-1)
    if (!last) return
    const page = await read(toQuery({ before: last.id }))
    if (!isNewest()) return
    older.value = [...older.value, ...page.entries]
    hasMore.value = page.hasMore
  })

  let timer: ReturnType<typeof setTimeout> | undefined
  watch(search, () => {
    clearTimeout(timer)
    timer = setTimeout(() => void start(), pauseMs)
  })
  watch(event, () => void start())
  onBeforeUnmount(() => clearTimeout(timer))

  return { search, event, entries, hasMore, error, failure, refresh, start, loadOlder, toExportPath: (format: 'csv' | 'json') => `/api/review-log/export?${toQuery({ format })}` }
}
