import { z } from 'zod'
import { northlightMetadataSchema, turnOutcomeSchema } from '#layers/northlight/shared/messages/message-metadata.ts'
import type { NorthlightMetadata, TurnOutcome } from '#layers/northlight/shared/messages/message-metadata.ts'
import { settleMessage } from '#layers/northlight/shared/messages/settle-message.ts'
import type { TurnEvent } from '#layers/northlight/shared/messages/compact-chunks.ts'
import { publishTurnApprovals } from '#layers/northlight/server/approvals/publish-approval.ts'
import { sendContinuation, wakeApprovalJobs } from '#layers/northlight/server/approvals/send-approval-jobs.ts'
import { loadDeciderNames } from '#layers/northlight/server/store/approval-lists.ts'
import { toCallResults } from '#layers/northlight/server/approvals/to-call-result.ts'
import { publishEvent } from '#layers/northlight/server/events/publish-event.ts'
import { titleChatJob } from '#layers/northlight/server/jobs/title-chat.ts'
import { listChatApprovals } from '#layers/northlight/server/store/approval-store.ts'
import { parkTurn } from '#layers/northlight/server/store/waiting-turn-store.ts'
import { requireTurnChat } from '#layers/northlight/server/store/chat-store.ts'
import { loadThread } from '#layers/northlight/server/store/message-store.ts'
import type { Transaction } from '#layers/northlight/server/store/message-store.ts'
import { isUnnamed } from '#layers/northlight/server/store/title-store.ts'
import { loadFiles } from '#layers/northlight/server/store/stored-file-store.ts'
import { insertTurnEvents } from '#layers/northlight/server/store/turn-event-store.ts'
import { findTurnState, insertModelCall, settleTurn } from '#layers/northlight/server/store/turn-store.ts'
import type { Turn } from '#layers/northlight/server/store/turn-store.ts'
import { foldChunks } from '#layers/northlight/server/stream/fold-chunks.ts'
import type { LiveTurn } from '#layers/northlight/server/stream/live-turn.ts'
import type { Principal } from '#layers/northlight/server/utils/principal.ts'
import { runWithRetries } from '#layers/northlight/server/utils/run-with-retries.ts'
import { toHttpError } from '#layers/northlight/server/utils/to-http-error.ts'
import type { Services } from '#layers/northlight/server/utils/services.ts'
import { toInstructions } from './instructions.ts'
import { createChunkMasker } from './create-chunk-masker.ts'
import { hasReadOutside } from './has-read-outside.ts'
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
  const releases = [services.turnLeases.hold(turn, live), services.chunkChannel.send(turn, live)]
  const plainRecorder = createTurnRecorder(live, async (events) => {
    if (await insertTurnEvents(services.database, turn, events)) services.relay.tell({ type: 'turn-stored', turnId: turn.id })
    else live.lose()
  })
  const recorder = { ...plainRecorder, emit: createChunkMasker(services.secrets, plainRecorder.emit) }
  const running: RunningTurn = { turn, live, recorder, startedAt: turn.startedAt.getTime(), ...readFacts(continuation?.events ?? []) }
  if (!continuation) recorder.emit({ type: 'start', messageId: turn.messageId, messageMetadata: toMetadata({ startedAt: running.startedAt }) })
  for (const chunk of continuation?.results ?? []) recorder.emit(chunk)
  const about = { chatId: turn.chatId, turnId: turn.id }
  publishEvent(services, principal, { type: 'turn-started', ...about })
  void services.tracing.run('turn', about, async () => finishTurn(services, running, await runToOutcome(services, principal, running)))
    .catch((error: unknown) => services.log.error('The end of a turn could not be stored; it is settled once that is possible.', { turnId: turn.id, error }))
    .then((outcome) => {
      for (const release of releases) release()
      services.liveTurns.remove(live)
      if (!outcome) return live.end('broken')
      live.end()
      if (outcome !== 'waiting') void publishTurnApprovals(services, turn.id)
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

/** Undefined: somebody else has the turn, and how it ends. */
async function runToOutcome(services: Services, principal: Principal, running: RunningTurn): Promise<TurnOutcome | undefined> {
  try {
    const result = await runLoop(services, principal, running)
    return result === 'waiting' ? 'waiting' : 'done'
  }
  catch (error) {
    if (running.live.isLost) return undefined
    if (running.live.signal.aborted) return services.isStopping() ? 'interrupted' : 'stopped'
    const { body } = toHttpError(error, services.log)
    running.error = services.secrets.maskReport(body.message)
    running.recorder.emit({ type: 'data-error', id: 'turn-error', data: { ...body, message: running.error } })
    return 'failed'
  }
}

async function runLoop(services: Services, principal: Principal, running: RunningTurn) {
  const { turn, live, recorder } = running
  const { messages: history } = await loadThread(services.database.prisma, turn.chatId, turn.parentMessageId)
  const files = await loadFiles(services.database.prisma, turn.chatId, listFileIds(history), mostToldBytes)
  const soFar = live.events.length > 1 ? [await foldChunks(turn.messageId, live.events)] : []
  const asked = await listChatApprovals(services.database.prisma, turn.chatId)
  const approvals = toCallResults(asked, await loadDeciderNames(services.database, asked))
  const { dot } = await requireTurnChat(services.database.prisma, turn.chatId)
  return runAgentLoop({
    model: services.model,
    instructions: toInstructions(dot),
    messages: await toModelMessages([...history.map(settleMessage), ...soFar], { files: { files, takenTypes: services.model.takenTypes ?? [] }, approvals }),
    tools: services.tools,
    toolContext: { database: services.database, principal, chatId: turn.chatId, clock: services.clock, ids: services.ids, environment: services.environment, secrets: services.secrets, signal: live.signal },
    turnId: turn.id,
    gate: (request) => services.gate(principal, { ...request, dotId: dot.id }),
    hasReadOutside: hasReadOutside([...history, ...soFar], services.tools),
    clock: services.clock,
    log: services.log.with({ turnId: turn.id }),
    secrets: services.secrets,
    tracing: services.tracing,
    emit: recorder.emit,
    flush: async () => {
      await recorder.flush()
      await services.turnLeases.confirm()
      live.signal.throwIfAborted()
    },
    onModelCall: async ({ durationMs, usage }) => {
      const step = running.stepDurationsMs.push(durationMs)
      running.tokens += usage.totalTokens ?? 0
      await insertModelCall(services.database, {
        id: services.ids(), turn, step, durationMs, model: services.modelName, createdAt: new Date(services.clock.now()), inputTokens: usage.inputTokens, outputTokens: usage.outputTokens,
      })
    },
  })
}

/** Stores the end of a turn, and gives how it ended; undefined: that is somebody else's to say. */
async function finishTurn(services: Services, running: RunningTurn, outcome: TurnOutcome | undefined): Promise<TurnOutcome | undefined> {
  const { turn, live, recorder } = running
  if (!outcome) {
    await recorder.close()
    return undefined
  }
  const endedAt = services.clock.now()
  const facts = {
    outcome, durationMs: endedAt - running.startedAt, stepDurationsMs: running.stepDurationsMs,
    ...(running.error === undefined ? {} : { error: running.error }), ...(running.tokens ? { tokens: running.tokens } : {}),
  }
  recorder.emit({ type: 'finish', messageMetadata: toMetadata(facts) })
  if (outcome === 'waiting') {
    await recorder.flush()
    await services.jobs.ready()
    return await runWithRetries(() => park(services, turn), services) ? outcome : undefined
  }
  const end = { outcome, events: await recorder.close(), message: settleMessage(await foldChunks(turn.messageId, live.events)), at: new Date(endedAt) }
  await services.jobs.ready()
  const sendTitleJob = async (transaction: Transaction) => {
    if (outcome === 'done' && await isUnnamed(transaction, turn.chatId)) await services.jobs.sendWithin(transaction, titleChatJob, { chatId: turn.chatId }, turn.chatId)
  }
  const isSettled = await runWithRetries(() => settleTurn(services.database, turn, end, sendTitleJob), services)
  services.jobs.wake(titleChatJob)
  return isSettled ? outcome : findStoredOutcome(services, turn)
}

/** What it asked may have been decided before it waits: then it goes on at once. */
async function park({ database, jobs }: Services, turn: Turn): Promise<boolean> {
  const parked = await database.prisma.$transaction(async (transaction) => {
    const now = await parkTurn(transaction, turn)
    await sendContinuation(jobs, transaction, now?.released)
    return now
  })
  if (parked?.released) wakeApprovalJobs(jobs)
  return parked !== undefined
}

/** How a turn stands whose end was refused: the reply to an earlier try may have been lost, or somebody else has it. */
async function findStoredOutcome(services: Services, turn: Turn): Promise<TurnOutcome | undefined> {
  const stored = await findTurnState(services.database, turn.id)
  if (stored?.fence === turn.fence) return turnOutcomeSchema.safeParse(stored.state).data
  services.log.warn('A turn was taken over: what it said since is not stored.', { turnId: turn.id })
  return undefined
}

export function toMetadata(facts: NorthlightMetadata) {
  return { northlight: facts }
}
