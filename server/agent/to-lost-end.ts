import { settleMessage } from '#layers/northlight/shared/messages/settle-message.ts'
import type { LostTurnEnd } from '#layers/northlight/server/store/turn-store.ts'
import { foldChunks } from '#layers/northlight/server/stream/fold-chunks.ts'
import { toMetadata } from './run-turn.ts'

/** A turn that nobody writes any more ends with all that it had said: stopped where a person asked for that, else interrupted. */
export const toLostEnd: LostTurnEnd = async (turn, events, at) => {
  const startedAt = turn.startedAt.getTime()
  const outcome = turn.stopRequestedAt ? 'stopped' : 'interrupted'
  const finish = { seq: (events.at(-1)?.seq ?? 0) + 1, chunk: { type: 'finish' as const, messageMetadata: toMetadata({ startedAt, outcome, durationMs: at.getTime() - startedAt }) } }
  return { outcome, at, events: [finish], message: settleMessage(await foldChunks(turn.messageId, [...events, finish])) }
}
