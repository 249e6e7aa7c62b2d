import { useChatEvents } from '#layers/northlight/composables/events/useChatEvents.ts'
import type { ChatEvent } from '#layers/northlight/shared/events/chat-event.ts'
import type { ChatClient } from '#layers/northlight/shared/host/chat-client.ts'
import { createNewestOnlyQueue } from '#layers/northlight/shared/settings/newest-only-queue.ts'
import { useApprovalsStore } from '#layers/northlight/stores/approvals.ts'
import type { ApprovalBook } from '#layers/northlight/stores/approvals.ts'

export type ApprovalEvent = Extract<ChatEvent, { type: 'approval' }>

export interface FollowedApprovals {
  /** Whether one that is not known yet is to be. */
  wants(event: ApprovalEvent): boolean
  /** Reads what is shown anew: something may have been missed. Also called once mounted. */
  load(book: ApprovalBook): Promise<unknown>
}

/** The approvals of this page's API, kept as they stand while the component is mounted. */
export function useApprovalBook(client: ChatClient, { wants, load }: FollowedApprovals): ApprovalBook & { reload(): Promise<void> } {
  const book = useApprovalsStore().open(client.apiUrl)
  const reads = createNewestOnlyQueue()
  const changed = new Set<string>()
  let isBehind = false

  async function catchUp() {
    const ids = [...changed]
    const loads = isBehind
    changed.clear()
    isBehind = false
    if (loads) await load(book)
    for (const id of ids) await book.read(client, id)
  }
  // What can't be read now is read at the next event, or at the next try of whoever looks at it.
  const add = () => reads.add(catchUp).catch(() => {})
  function reload() {
    isBehind = true
    return add()
  }

  useChatEvents(client, (event) => {
    if (event.type === 'resync') return void reload()
    if (event.type !== 'approval' || !(book.known.has(event.id) || wants(event))) return
    changed.add(event.id)
    void add()
  })
  return { ...book, reload }
}
