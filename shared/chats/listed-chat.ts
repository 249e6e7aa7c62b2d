/** A chat as the list beside the conversation shows it. */
export interface ListedChat {
  id: string
  title: string
  /** ISO 8601. */
  updatedAt: string
  /** Whether an answer is being written in it. */
  isRunning?: boolean
  /** A line of what was said, around the words that were looked for. */
  match?: string
  /** Whether everybody in the organisation may read it. */
  isShared?: boolean
  /** Whose it is, where it is somebody else's. */
  ownerName?: string
}

/** The order of the list, as the server has it: the last one spoken in first. */
export function compareChats(left: ListedChat, right: ListedChat): number {
  return right.updatedAt.localeCompare(left.updatedAt) || (left.id < right.id ? -1 : 1)
}

/** What a person has changed and the server has not confirmed yet: an answer that was on its way does not know it. */
export interface PendingChanges {
  /** By chat. */
  titles: Map<string, string>
  /** Of chats that are being deleted. */
  leaving: Set<string>
}

/** The list as it is once the changes have come through. */
export function withPendingChanges(chats: readonly ListedChat[], { titles, leaving }: PendingChanges): ListedChat[] {
  return chats.filter((chat) => !leaving.has(chat.id)).map((chat) => ({ ...chat, title: titles.get(chat.id) ?? chat.title }))
}

/** The newest page of the list with what is shown beyond its end; chats that the page knows better are its own. */
export function joinPages(newest: readonly ListedChat[], shown: readonly ListedChat[]): ListedChat[] {
  const known = new Set(newest.map((chat) => chat.id))
  const last = newest.at(-1)
  return [...newest, ...shown.filter((chat) => last && !known.has(chat.id) && compareChats(chat, last) > 0)]
}
