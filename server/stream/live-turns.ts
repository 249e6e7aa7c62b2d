import type { LiveTurn } from './live-turn.ts'

/** The turns that run in this process, by chat: at most one each. */
export interface LiveTurns {
  find(chatId: string): LiveTurn | undefined
  add(turn: LiveTurn): void
  remove(turn: LiveTurn): void
  all(): LiveTurn[]
}

export function createLiveTurns(): LiveTurns {
  const turns = new Map<string, LiveTurn>()
  return {
    find: (chatId) => turns.get(chatId),
    add: (turn) => void turns.set(turn.chatId, turn),
    remove: (turn) => {
      if (turns.get(turn.chatId) === turn) turns.delete(turn.chatId)
    },
    all: () => [...turns.values()],
  }
}
