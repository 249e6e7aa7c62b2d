import { streamText } from 'ai'
import { z } from 'zod'
import { titleInstructions, titleRequest } from '#layers/northlight/server/agent/title-instructions.ts'
import { publishEvent } from '#layers/northlight/server/events/publish-event.ts'
import { chatIdSchema } from '#layers/northlight/shared/messages/identifiers.ts'
import { loadTitleSource, setJobTitle } from '#layers/northlight/server/store/title-store.ts'
import type { TitleSource } from '#layers/northlight/server/store/title-store.ts'
import { insertModelCall } from '#layers/northlight/server/store/turn-store.ts'
import type { Services } from '#layers/northlight/server/utils/services.ts'
import { defineJob } from './define-job.ts'
import { parseTitle } from './parse-title.ts'

/** As much of a question and an answer as says what they are about. In UTF-16 units. */
const longestExcerpt = 2_000
/** A title that takes longer is not worth its wait. In milliseconds. */
const mostMs = 30_000
/** The title's call stands before the steps of the turn that it names. */
const titleStep = 0

/** Sent with the first answer of a chat that nobody has named. */
export const titleChatJob = defineJob({
  name: 'title-chat',
  data: z.object({ chatId: chatIdSchema }),
  retries: 10,
  mostSeconds: 2 * mostMs / 1_000,
  workers: 2,
  pollSeconds: 10,
  run: (services, { chatId }, stopping) => titleChat(services, chatId, stopping),
})

/**
 * Names a chat after its first answer, once: where the model gives no title, the chat keeps its first line. A server
 * that stops meanwhile leaves it to the next start.
 *
 * @throws what the database threw, and at a stop
 */
async function titleChat(services: Services, chatId: string, stopping: AbortSignal): Promise<void> {
  const source = await loadTitleSource(services.database, chatId)
  if (!source) return
  let title: string | undefined
  try {
    title = await askForTitle(services, source, AbortSignal.any([stopping, AbortSignal.timeout(mostMs)]))
  }
  catch (error) {
    stopping.throwIfAborted()
    services.log.error('A chat could not be named: it keeps its first line.', { chatId, error })
  }
  await name(services, source, title)
}

async function name(services: Services, { turn, ownerId }: TitleSource, title: string | undefined) {
  const isNamed = await setJobTitle(services.database, turn.chatId, title)
  if (isNamed && title !== undefined) publishEvent(services, { userId: ownerId, organizationId: turn.organizationId }, { type: 'chat-changed', chatId: turn.chatId })
}

async function askForTitle(services: Services, { turn, question, answer }: TitleSource, signal: AbortSignal): Promise<string | undefined> {
  const startedAt = services.clock.now()
  let failure: { error: unknown } | undefined
  const result = streamText({
    model: services.titleModel.model,
    instructions: titleInstructions,
    messages: [{ role: 'user', content: toExcerpt(question) }, { role: 'assistant', content: toExcerpt(answer) }, { role: 'user', content: titleRequest }],
    abortSignal: signal,
    onError: ({ error }) => void (failure ??= { error }),
  })
  await result.consumeStream()
  signal.throwIfAborted()
  if (failure) throw failure.error
  const usage = await result.usage
  await insertModelCall(services.database, {
    id: services.ids(), turn, step: titleStep, model: services.modelName, durationMs: services.clock.now() - startedAt, createdAt: new Date(services.clock.now()),
    inputTokens: usage.inputTokens, outputTokens: usage.outputTokens,
  })
  return parseTitle(services.secrets.maskContent(await result.text))
}

/** No provider takes an empty message. */
function toExcerpt(text: string): string {
  return text.slice(0, longestExcerpt).toWellFormed().trim() || '…'
}
