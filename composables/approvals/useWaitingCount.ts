import { onMounted } from 'vue'
import { useChatEvents } from '#layers/northlight/composables/events/useChatEvents.ts'
import type { ChatClient } from '#layers/northlight/shared/host/chat-client.ts'
import { createNewestOnlyQueue } from '#layers/northlight/shared/settings/newest-only-queue.ts'
import { useApprovalsStore } from '#layers/northlight/stores/approvals.ts'
import type { ApprovalBook } from '#layers/northlight/stores/approvals.ts'

/** How many approvals wait for this person; undefined until it is known. Who `follows` counts anew whenever one changes, for all others on the page. */
export function useWaitingCount(client: ChatClient, follows: boolean) {
  const book = useApprovalsStore().open(client.apiUrl)
  if (follows) followCount(client, book)
  return book.waiting
}

function followCount(client: ChatClient, book: ApprovalBook) {
  const reads = createNewestOnlyQueue()
  // One that fails is made good by the next.
  const count = () => void reads.add(async () => void await book.load(client, { state: 'waiting', limit: 1 })).catch(() => {})
  useChatEvents(client, ({ type }) => {
    if (type === 'approval' || type === 'resync') count()
  })
  onMounted(count)
}
