import type { MessageVersions } from './message-tree.ts'

/** The end of a conversation, oldest first, as far back as it is held; what stands before a message never changes. */
export interface HeldThread<Message extends { id: string }> {
  messages: Message[]
  /** Of each message that was said or answered in several ways, the ids of all of them. */
  versions: MessageVersions
  /** How many messages stand before the first that is held. */
  earlier: number
}

/** What is held, with the page that ends right before its first message. */
export function resolveEarlier<Message extends { id: string }>(held: HeldThread<Message>, page: HeldThread<Message>): HeldThread<Message> {
  return { messages: [...page.messages, ...held.messages], versions: { ...page.versions, ...held.versions }, earlier: page.earlier }
}

/** The newest page, after those that are held before its first message; alone where that isn't held, as on another branch. */
export function resolveNewest<Message extends { id: string }>(held: HeldThread<Message>, page: HeldThread<Message>): HeldThread<Message> {
  const place = held.messages.findIndex(({ id }) => id === page.messages[0]?.id)
  if (place === -1) return page
  return { messages: [...held.messages.slice(0, place), ...page.messages], versions: { ...held.versions, ...page.versions }, earlier: held.earlier }
}
