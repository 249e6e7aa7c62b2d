import { settleMessage } from '#layers/northlight/shared/messages/settle-message.ts'
import type { TurnEvent } from '#layers/northlight/shared/messages/compact-chunks.ts'
import type { StoredMessage } from '#layers/northlight/shared/messages/stored-message.ts'
import type { Turn } from '#layers/northlight/server/store/turn-store.ts'
import { foldChunks } from '#layers/northlight/server/stream/fold-chunks.ts'
import { toMetadata } from './run-turn.ts'

/** All that a turn had said whose end nobody stored, as the message that it leaves. */
export async function toInterruptedMessage(turn: Turn, events: readonly TurnEvent[], at: Date): Promise<StoredMessage> {
  const startedAt = turn.startedAt.getTime()
  const metadata = toMetadata({ startedAt, outcome: 'interrupted', durationMs: at.getTime() - startedAt })
  const finish = { seq: events.length + 1, chunk: { type: 'finish' as const, messageMetadata: metadata } }
  return settleMessage(await foldChunks(turn.messageId, [...events, finish]))
}
