import { computed, onMounted, ref, shallowRef } from 'vue'
import { useApprovalBook } from '#layers/northlight/composables/approvals/useApprovalBook.ts'
import type { Approval } from '#layers/northlight/shared/approvals/approval-answers.ts'
import { waitingStates } from '#layers/northlight/shared/approvals/approval-states.ts'
import { groupByTarget } from '#layers/northlight/shared/approvals/group-by-target.ts'
import type { ChatClient } from '#layers/northlight/shared/host/chat-client.ts'
import type { ApprovalBook, ApprovalPage } from '#layers/northlight/stores/approvals.ts'

export type InboxView = 'waiting' | 'decided'

const pageSize = 50

/**
 * What the Inbox shows. Once shown, an approval keeps its place until the page is left, however it is decided; what comes
 * in meanwhile is held until it is asked for, so that nothing moves under a hand.
 */
export function useInbox(client: ChatClient, view: InboxView) {
  const shownIds = shallowRef<ReadonlySet<string>>(new Set())
  const isLoaded = ref(false)
  const hasMore = ref(false)
  const failure = ref<string>()
  /** The oldest that was read: the next page begins after it. */
  let last: Approval | undefined

  const belongs = ({ state }: Pick<Approval, 'state'>) => waitingStates.includes(state) === (view === 'waiting')
  const show = (ids: Iterable<string>) => void (shownIds.value = new Set([...shownIds.value, ...ids]))

  /** A page on which something belongs here, or the last one. */
  async function read(book: ApprovalBook, before?: Approval): Promise<Approval[]> {
    const query = { ...view === 'waiting' && { state: 'waiting' as const }, limit: pageSize }
    let page: ApprovalPage
    let from = before
    do {
      page = await book.load(client, { ...query, ...from && { before: from.id } })
      from = page.approvals.at(-1) ?? from
    } while (page.hasMore && !page.approvals.some(belongs))
    if (before || !last) {
      last = from
      hasMore.value = page.hasMore
    }
    return page.approvals.filter(belongs)
  }

  async function attempt(work: () => Promise<void>) {
    try {
      await work()
      failure.value = undefined
    }
    catch (error) {
      failure.value = error instanceof Error ? error.message : 'The Inbox could not be read.'
    }
  }

  const load = (known: ApprovalBook) => attempt(async () => {
    const approvals = await read(known)
    if (!isLoaded.value) show(approvals.map(({ id }) => id))
    isLoaded.value = true
  })

  const book = useApprovalBook(client, { wants: () => view === 'waiting', load })
  const shown = computed(() => [...shownIds.value].flatMap((id) => book.known.get(id) ?? []))
  /** Of what has been read so far, what belongs here and is not shown yet. What somebody else decides is known of a chat that is only read. */
  const held = computed(() => view === 'waiting' && isLoaded.value
    ? [...book.known.values()].filter((approval) => belongs(approval) && approval.canDecide && !shownIds.value.has(approval.id) && (!hasMore.value || approval.createdAt >= (last?.createdAt ?? 0)))
    : [])

  onMounted(() => book.reload())

  return {
    groups: computed(() => groupByTarget(shown.value)),
    shown, held, isLoaded, hasMore, failure,
    reload: book.reload,
    showHeld: () => show(held.value.map(({ id }) => id)),
    loadOlder: () => attempt(async () => show((await read(book, last)).map(({ id }) => id))),
  }
}
