import type { LiveTurn } from './live-turn.ts'

/** The turns that run in this process: at most one a chat, and those that are about to. */
export interface LiveTurns {
  find(chatId: string): LiveTurn | undefined
  /** All of a chat, also those that are just being stored and have not begun. */
  findAll(chatId: string): LiveTurn[]
  /** Also one that is just being stored and has not begun. */
  findTurn(turnId: string): LiveTurn | undefined
  /** Announced before it is stored, so that whoever reads its row finds it. */
  announce(turn: LiveTurn): void
  add(turn: LiveTurn): void
  remove(turn: LiveTurn): void
  /** Also those that are just being stored. */
  all(): LiveTurn[]
}

export function createLiveTurns(): LiveTurns {
  const byTurn = new Map<string, LiveTurn>()
  const byChat = new Map<string, LiveTurn>()
  return {
    find: (chatId) => byChat.get(chatId),
    findAll: (chatId) => [...byTurn.values()].filter((turn) => turn.chatId === chatId),
    findTurn: (turnId) => byTurn.get(turnId),
    announce: (turn) => void byTurn.set(turn.turnId, turn),
    add: (turn) => {
      byTurn.set(turn.turnId, turn)
      byChat.set(turn.chatId, turn)
    },
    remove: (turn) => {
      if (byTurn.get(turn.turnId) === turn) byTurn.delete(turn.turnId)
      if (byChat.get(turn.chatId) === turn) byChat.delete(turn.chatId)
    },
    all: () => [...byTurn.values()],
  }
}
