import { purgeChats } from '#layers/northlight/server/store/chat-store.ts'
import type { Database } from '#layers/northlight/server/store/open-database.ts'
import type { Clock } from '#layers/northlight/server/utils/clock.ts'

/** For so long a deleted chat can be brought back. In milliseconds. */
const keptDeletedMs = 30 * 24 * 60 * 60 * 1_000

/** Removes for good what was deleted long enough ago; gives the number of chats. */
export function purgeDeletedChats(database: Database, clock: Clock): Promise<number> {
  return purgeChats(database, new Date(clock.now() - keptDeletedMs))
}
