import { z } from 'zod'
import { northlightMetadataSchema } from '#layers/northlight/shared/messages/message-metadata.ts'
import type { NorthlightMetadata, TurnOutcome } from '#layers/northlight/shared/messages/message-metadata.ts'
import { settleMessage } from '#layers/northlight/shared/messages/settle-message.ts'
import type { TurnEvent } from '#layers/northlight/shared/messages/compact-chunks.ts'
import { publishEvent } from '#layers/northlight/server/events/publish-event.ts'
import { titleChatJob } from '#layers/northlight/server/jobs/title-chat.ts'
import { loadThread } from '#layers/northlight/server/store/message-store.ts'
import type { Transaction } from '#layers/northlight/server/store/message-store.ts'
import { isUnnamed } from '#layers/northlight/server/store/title-store.ts'
import { loadFiles } from '#layers/northlight/server/store/stored-file-store.ts'
import { insertModelCall, insertTurnEvents, parkTurn, settleTurn } from '#layers/northlight/server/store/turn-store.ts'
import type { Turn } from '#layers/northlight/server/store/turn-store.ts'
import { foldChunks } from '#layers/northlight/server/stream/fold-chunks.ts'
import type { LiveTurn } from '#layers/northlight/server/stream/live-turn.ts'
import type { Principal } from '#layers/northlight/server/utils/principal.ts'
import { runWithRetries } from '#layers/northlight/server/utils/run-with-retries.ts'
import { maskSecrets } from '#layers/northlight/server/utils/mask-secrets.ts'
import { toHttpError } from '#layers/northlight/server/utils/to-http-error.ts'
import type { Services } from '#layers/northlight/server/utils/services.ts'
import { agentInstructions } from './instructions.ts'
import { runAgentLoop } from './run-agent-loop.ts'
import { listFileIds, mostToldBytes } from './to-file-parts.ts'
import { toModelMessages } from './to-model-messages.ts'
import { createTurnRecorder } from './turn-recorder.ts'
import type { TurnRecorder } from './turn-recorder.ts'

/** What a turn that goes on after a wait has said so far, and the results that it waited for. */
export interface TurnContinuation {
  events: readonly TurnEvent[]
  /** Chunks that bring each waiting call its result. */
  results: TurnEvent['chunk'][]
}

const metadataSchema = z.object({ northlight: northlightMetadataSchema })

interface RunningTurn {
  turn: Turn
  live: LiveTurn
  recorder: TurnRecorder
  startedAt: number
  stepDurationsMs: number[]
  tokens: number
  /** Why it failed, for people. */
  error?: string
}

/**
 * Runs a turn apart from any connection: the loop, its events, and the settled message at the end.
 * The returned live turn can be read at once. Nothing here throws: how the turn ended is stored and shown.
 */
export function runTurn(services: Services, principal: Principal, turn: Turn, live: LiveTurn, continuation?: TurnContinuation): LiveTurn {
  for (const event of continuation?.events ?? []) live.append(event.chunk)
  services.liveTurns.add(live)
  const recorder = createTurnRecorder(live, (events) => insertTurnEvents(services.database, turn.id, events))
  const running: RunningTurn = { turn, live, recorder, startedAt: turn.startedAt.getTime(), ...readFacts(continuation?.events ?? []) }
  if (!continuation) recorder.emit({ type: 'start', messageId: turn.messageId, messageMetadata: toMetadata({ startedAt: running.startedAt }) })
  for (const chunk of continuation?.results ?? []) recorder.emit(chunk)
  const about = { chatId: turn.chatId, turnId: turn.id }
  publishEvent(services, principal, { type: 'turn-started', ...about })
  void runToOutcome(services, principal, running)
    .then((outcome) => finishTurn(services, running, outcome))
    .catch((error: unknown) => {
      console.error(`The turn ${turn.id} could not be stored.`, error)
      return 'failed' as const
    })
    .then((outcome) => {
      services.liveTurns.remove(live)
      live.end()
      publishEvent(services, principal, { type: 'turn-ended', ...about, outcome })
    })
  return live
}

/** What the steps before a wait took: the metadata of the whole message counts them too. */
function readFacts(events: readonly TurnEvent[]) {
  const finish = events.findLast((event) => event.chunk.type === 'finish')?.chunk
  const facts = metadataSchema.safeParse(finish?.type === 'finish' ? finish.messageMetadata : undefined).data?.northlight
  return { stepDurationsMs: [...facts?.stepDurationsMs ?? []], tokens: facts?.tokens ?? 0 }
}

async function runToOutcome(services: Services, principal: Principal, running: RunningTurn): Promise<TurnOutcome> {
  try {
    const result = await runLoop(services, principal, running)
    return result === 'waiting' ? 'waiting' : 'done'
  }
  catch (error) {
    if (running.live.signal.aborted) return services.isStopping() ? 'interrupted' : 'stopped'
    const { body } = toHttpError(error)
    running.error = maskSecrets(body.message, services.environment)
    running.recorder.emit({ type: 'data-error', id: 'turn-error', data: { ...body, message: running.error } })
    return 'failed'
  }
}

async function runLoop(services: Services, principal: Principal, running: RunningTurn) {
  const { turn, live, recorder } = running
  const { messages: history } = await loadThread(services.database.prisma, turn.chatId, turn.parentMessageId)
  const files = await loadFiles(services.database.prisma, turn.chatId, listFileIds(history), mostToldBytes)
  const soFar = live.events.length > 1 ? [await foldChunks(turn.messageId, live.events)] : []
  return runAgentLoop({
    model: services.model,
    instructions: agentInstructions,
    messages: await toModelMessages([...history.map(settleMessage), ...soFar], { files, takenTypes: services.model.takenTypes ?? [] }),
    tools: services.tools,
    toolContext: { database: services.database, principal, chatId: turn.chatId, clock: services.clock, ids: services.ids, signal: live.signal },
    turnId: turn.id,
    gate: services.gate,
    clock: services.clock,
    emit: recorder.emit,
    flush: recorder.flush,
    onModelCall: async ({ durationMs, usage }) => {
      const step = running.stepDurationsMs.push(durationMs)
      running.tokens += usage.totalTokens ?? 0
      await insertModelCall(services.database, {
        id: services.ids(), turn, step, durationMs, model: services.modelName, createdAt: new Date(services.clock.now()), inputTokens: usage.inputTokens, outputTokens: usage.outputTokens,
      })
    },
  })
}

/** Stores the end of a turn, and gives how it ended. */
async function finishTurn(services: Services, running: RunningTurn, outcome: TurnOutcome): Promise<TurnOutcome> {
  const { turn, live, recorder } = running
  const endedAt = services.clock.now()
  const facts = {
    outcome, durationMs: endedAt - running.startedAt, stepDurationsMs: running.stepDurationsMs,
    ...(running.error === undefined ? {} : { error: running.error }), ...(running.tokens ? { tokens: running.tokens } : {}),
  }
  recorder.emit({ type: 'finish', messageMetadata: toMetadata(facts) })
  if (outcome === 'waiting') {
    await recorder.flush()
    await runWithRetries(() => parkTurn(services.database, turn), services.wait)
    return outcome
  }
  await recorder.close()
  const message = settleMessage(await foldChunks(turn.messageId, live.events))
  await services.jobs.ready()
  const sendTitleJob = async (transaction: Transaction) => {
    if (outcome === 'done' && await isUnnamed(transaction, turn.chatId)) await services.jobs.sendWithin(transaction, titleChatJob, { chatId: turn.chatId }, turn.chatId)
  }
  const isSettled = await runWithRetries(() => settleTurn(services.database, turn, message, outcome, new Date(endedAt), sendTitleJob), services.wait)
  services.jobs.wake(titleChatJob)
  if (!isSettled) console.warn(`The turn ${turn.id} was settled already, by somebody else.`)
  return outcome
}

export function toMetadata(facts: NorthlightMetadata) {
  return { northlight: facts }
}
