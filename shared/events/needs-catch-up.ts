import type { ChatEvent } from './chat-event.ts'

export interface ShownChat {
  id: string
  /** The turn that this surface read itself: what it left is shown already. */
  followedTurn: string | undefined
}

/** Whether an event tells of something that a surface with this chat does not show yet. */
export function needsCatchUp(event: ChatEvent | { type: 'resync' }, { id, followedTurn }: ShownChat): boolean {
  if (event.type === 'resync') return true
  if (event.type === 'settings-changed' || event.chatId !== id) return false
  if (event.type === 'turn-started' || event.type === 'turn-ended') return event.turnId !== followedTurn
  return event.type === 'chat-changed'
}
