import { listUnnamedChats } from '#layers/northlight/server/store/title-store.ts'
import type { Services } from '#layers/northlight/server/utils/services.ts'
import { titleChat } from './title-chat.ts'

/** What was answered earlier and never named is left as it is. In milliseconds. */
const mostAgeMs = 24 * 60 * 60 * 1_000

/** Names, one after the other, the chats whose server ended before it could. */
export async function titleUnnamedChats(services: Services, stopping: AbortSignal): Promise<void> {
  for (const chatId of await listUnnamedChats(services.database, new Date(services.clock.now() - mostAgeMs))) {
    if (stopping.aborted) return
    await titleChat(services, chatId, stopping).catch((error: unknown) => {
      if (!stopping.aborted) console.error(`Naming the chat ${chatId} failed.`, error)
    })
  }
}
