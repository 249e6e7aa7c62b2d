import { computed, onBeforeUnmount, ref, shallowRef, watch } from 'vue'
import { findInRows, foldRows } from '#layers/northlight/shared/search/find-in-rows.ts'
import { foldText } from '#layers/northlight/shared/search/fold-text.ts'
import { parseSearchWords } from '#layers/northlight/shared/search/parse-search-words.ts'
import { toRowTexts, type RowText } from '#layers/northlight/shared/search/to-row-texts.ts'
import type { HostTools } from '#layers/northlight/shared/surfacing/host-tool.ts'
import type { PlanList } from '#layers/northlight/shared/surfacing/plan-list.ts'
import type { MessagePlan } from '#layers/northlight/shared/surfacing/surfacing-rows.ts'
import { runInSlices } from './run-in-slices.ts'

/** A message that has all the words, and its first row that has one of them. */
export interface FoundMessage {
  id: string
  row: RowText
}

interface FindParts {
  plans: () => PlanList
  /** Changes with what the messages show beside their coming and going. */
  look: () => unknown
  /** How many messages stand before those that are held. */
  earlier: () => number
  /** Brings them in; false when that failed. */
  bringEarlier: () => Promise<boolean>
  /** The topmost message that the reader sees. */
  findTopmost: () => string | undefined
  /** Another message, or other words, are to be shown. */
  show: (message: FoundMessage) => void
  tools?: HostTools
}

/** The search in one chat: what is typed, the messages that have it, and which of them is shown. */
export function useChatFind(parts: FindParts) {
  const { plans, look, earlier } = parts
  const text = ref('')
  const words = computed(() => parseSearchWords(text.value).map(foldText).filter((word) => word !== ''))
  const found = shallowRef<readonly FoundMessage[]>([])
  const current = shallowRef<FoundMessage>()
  const isSearching = ref(false)
  const { isLoading, hasFailed, load } = useEarlierLoading(parts)
  const readRows = createRowReader(parts.tools)
  let search: AbortController | undefined
  let shownFor = ''
  let searched: Promise<void> = Promise.resolve()

  async function run() {
    search?.abort()
    const { signal } = search = new AbortController()
    const [list, wanted] = [plans(), words.value]
    const matches: FoundMessage[] = []
    isSearching.value = wanted.length > 0
    if (isSearching.value && !await runInSlices(list.ids, (id) => {
      const row = findInRows(readRows(list.planOf(id)), wanted)
      if (row) matches.push({ id, row })
    }, signal)) return
    isSearching.value = false
    found.value = matches
    current.value = matches.find(({ id }) => id === current.value?.id) ?? findNearest(matches, list.ids, current.value?.id ?? parts.findTopmost())
    const next = JSON.stringify([wanted, current.value?.id])
    // Messages that come in beside it take the reader nowhere.
    if (current.value && next !== shownFor) parts.show(current.value)
    shownFor = next
  }

  /** To the next message that was found, or the previous one; from the last to the first. */
  async function step(by: 1 | -1) {
    await searched
    const { length } = found.value
    const index = found.value.findIndex(({ id }) => id === current.value?.id)
    current.value = found.value[(index + by + length) % length]
    if (current.value) parts.show(current.value)
  }

  watch([() => words.value.join(' '), () => plans().ids, look], () => void (searched = run()))
  watch(() => words.value.join(' '), (typed) => typed !== '' && earlier() > 0 && void load())
  onBeforeUnmount(() => search?.abort())
  const index = computed(() => found.value.findIndex(({ id }) => id === current.value?.id))
  return { text, words, found, current, index, isSearching, isLoading, hasFailed, step }
}

function useEarlierLoading({ bringEarlier }: FindParts) {
  const isLoading = ref(false)
  const hasFailed = ref(false)
  async function load() {
    if (isLoading.value) return
    isLoading.value = true
    hasFailed.value = !await bringEarlier()
    isLoading.value = false
  }
  return { isLoading, hasFailed, load }
}

/** A plan's texts are made once. */
function createRowReader(tools: HostTools | undefined) {
  const known = new WeakMap<MessagePlan, RowText[]>()
  return (plan: MessagePlan) => {
    const rows = known.get(plan) ?? foldRows(toRowTexts(plan, tools))
    known.set(plan, rows)
    return rows
  }
}

/** The first that stands at a message or below it, else the last above. */
function findNearest(found: readonly FoundMessage[], ids: readonly string[], from: string | undefined): FoundMessage | undefined {
  const start = from === undefined ? 0 : ids.indexOf(from)
  const below = new Set(ids.slice(Math.max(0, start)))
  return found.find(({ id }) => below.has(id)) ?? found.at(-1)
}
