import type { ChatClient } from '#layers/northlight/shared/host/chat-client.ts'
import { resolveEarlier } from '#layers/northlight/shared/messages/held-thread.ts'
import { loadMessages } from './load-messages.ts'
import type { StoredThread } from './load-messages.ts'

/** Whatever holds a conversation. */
interface ThreadHolder {
  held(): StoredThread
  take(thread: StoredThread): void
}

/** Brings in the page before the first message that is held; false when that could not be read, and nothing changed. */
export type LoadEarlier = (limit?: number) => Promise<boolean>

const pageSize = 40

/** One page at a time: who asks while one is on its way waits for that. */
export function createEarlierLoading(client: ChatClient, chatId: string, { held, take }: ThreadHolder): LoadEarlier {
  let loading: Promise<boolean> | undefined

  async function load(limit: number): Promise<boolean> {
    const { messages: [first], earlier } = held()
    if (earlier === 0) return true
    const page = first && await loadMessages(client, chatId, { before: first.id, limit }).catch(() => undefined)
    if (!page) return false
    // Another branch may have come meanwhile.
    if (held().messages[0]?.id === first.id) take(resolveEarlier(held(), page))
    return true
  }

  return (limit = pageSize) => loading ??= load(limit).finally(() => {
    loading = undefined
  })
}
