import { toTitleLine } from '#layers/northlight/shared/chats/to-title-line.ts'
import { messageIdSchema } from '#layers/northlight/shared/messages/identifiers.ts'
import type { ImportedMessage } from '#layers/northlight/shared/messages/parse-transcript.ts'
import { toSearchText } from '#layers/northlight/shared/messages/to-search-text.ts'
import type { StoredMessage } from '#layers/northlight/shared/messages/stored-message.ts'
import type { Principal } from '#layers/northlight/server/utils/principal.ts'
import { toChatOwner } from './chat-store.ts'
import { toColumnText, toJson } from './message-store.ts'
import type { Database } from './open-database.ts'

export interface ImportedChat {
  id: string
  title?: string
  messages: readonly ImportedMessage[]
  dotId: string
  at: Date
}

const batchSize = 100

/** Stores a transcript as a chat, one message after the other, in one transaction. */
export async function importChat(database: Database, principal: Principal, chat: ImportedChat): Promise<void> {
  const messages = toUniqueIds(chat.messages)
  await database.prisma.$transaction(async (transaction) => {
    await transaction.chat.create({
      data: {
        id: chat.id, ...toChatOwner(principal), createdBy: principal.userId, dotId: chat.dotId, title: toTitleLine(chat.title ?? '') || 'Imported chat', titleSource: 'import', imported: true,
        activeLeafId: messages.at(-1)?.id, createdAt: chat.at, updatedAt: chat.at,
      },
    })
    for (let start = 0; start < messages.length; start += batchSize) {
      await transaction.message.createMany({
        data: messages.slice(start, start + batchSize).map((message, index) => ({
          chatId: chat.id, id: message.id, organizationId: principal.organizationId, createdBy: principal.userId,
          parentId: messages[start + index - 1]?.id ?? null, seq: start + index + 1, content: toJson(message), searchText: toColumnText(toSearchText(message)), createdAt: chat.at,
        })),
      })
    }
  })
}

/** An id that is missing, taken or not of our form gives way to the message's place in the chat. */
function toUniqueIds(messages: readonly ImportedMessage[]): StoredMessage[] {
  const taken = new Set<string>()
  return messages.map((message, index) => {
    const wanted = messageIdSchema.safeParse(message.id).data
    const id = wanted !== undefined && !taken.has(wanted) ? wanted : freeId(`imported-${index + 1}`, taken)
    taken.add(id)
    return { ...message, id }
  })
}

function freeId(base: string, taken: Set<string>): string {
  return taken.has(base) ? freeId(`${base}-x`, taken) : base
}
