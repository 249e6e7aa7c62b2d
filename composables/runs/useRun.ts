import { computed, ref, shallowRef, watch } from 'vue'
import type { Ref } from 'vue'
import { useAsyncData } from '#imports'
import type { ChatClient } from '#layers/northlight/shared/host/chat-client.ts'
import { runAnswerSchema, runResultsSchema } from '#layers/northlight/shared/runs/run-answers.ts'
import type { ResultView, RunResult } from '#layers/northlight/shared/runs/run-answers.ts'

/** A run and the results of it that are looked at, read with the page, and further ones on demand. */
export async function useRun(client: ChatClient, id: string, show: Readonly<Ref<ResultView>>) {
  const path = `/api/runs/${encodeURIComponent(id)}`
  const readResults = async (more: Record<string, string> = {}) => runResultsSchema.parse(await client.json(`${path}/results?${new URLSearchParams({ show: show.value, ...more })}`))
  const run = useAsyncData(`northlight-run-${id}`, async () => runAnswerSchema.parse(await client.json(path)))
  const first = useAsyncData(`northlight-run-results-${id}`, () => readResults(), { watch: [show] })

  /** What came after the first page, and whether that was all; undefined: nothing was asked for yet. */
  const later = shallowRef<{ results: RunResult[], hasMore: boolean }>()
  const failure = ref<string>()
  watch(first.data, () => void (later.value = undefined))

  const results = computed(() => [...first.data.value?.results ?? [], ...later.value?.results ?? []])
  const hasMore = computed(() => (later.value ?? first.data.value)?.hasMore ?? false)

  async function showMore() {
    const last = results.value.at(-1)
    if (!last) return
    try {
      const page = await readResults({ after: String(last.position) })
      later.value = { results: [...later.value?.results ?? [], ...page.results], hasMore: page.hasMore }
      failure.value = undefined
    }
    catch (error) {
      failure.value = error instanceof Error ? error.message : 'The results could not be read.'
    }
  }

  await Promise.all([run, first])
  return { run: run.data, error: computed(() => run.error.value ?? first.error.value), reload: () => Promise.all([run.refresh(), first.refresh()]), results, hasMore, failure, showMore }
}
