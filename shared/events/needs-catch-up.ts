import type { ChatEvent } from './chat-event.ts'

export interface ShownChat {
  id: string
  /** The turn that this surface read itself: what it left is shown already. */
  followedTurn: string | undefined
  /** Whether that turn waits for a person, as it is shown: it goes on by itself once that is decided. */
  isWaiting: boolean
}

/** Whether an event tells of something that a surface with this chat does not show yet. */
export function needsCatchUp(event: ChatEvent | { type: 'resync' }, { id, followedTurn, isWaiting }: ShownChat): boolean {
  if (event.type === 'resync') return true
  if (event.type === 'settings-changed' || event.type === 'approval' || event.chatId !== id) return false
  if (event.type === 'turn-started') return isWaiting || event.turnId !== followedTurn
  if (event.type === 'turn-ended') return event.turnId !== followedTurn || (isWaiting && event.outcome !== 'waiting')
  return event.type === 'chat-changed'
}
