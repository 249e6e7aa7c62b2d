import type { TurnEvent } from '#layers/northlight/shared/messages/compact-chunks.ts'
import type { TurnClaim } from '#layers/northlight/server/store/turn-event-store.ts'
import type { LiveTurn } from '#layers/northlight/server/stream/live-turn.ts'

/** Brings what a turn says to readers on other servers at once, before it is stored. Whatever it carries may be lost. */
export interface TurnChunkChannel {
  /** Sends what the turn says from now on, until the returned function is called. */
  send(claim: TurnClaim, live: LiveTurn): () => void
  /** Calls back with what this claim's holder sends, until the returned function is called. */
  receive(claim: TurnClaim, take: (events: TurnEvent[]) => void): () => void
  close(): void
}

/** Without Redis what is stored is soon enough: text at most a second later. */
export function createSilentChannel(): TurnChunkChannel {
  return { send: () => () => {}, receive: () => () => {}, close: () => {} }
}
