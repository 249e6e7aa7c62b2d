import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { toQuestion } from '#layers/northlight/tests/support/chat-client.ts'
import { messagesPageSchema } from './messages-page.ts'
import type { StoredMessages } from './messages-page.ts'
import { startBuiltServer } from './built-server.ts'
import type { BuiltServer } from './built-server.ts'
import { call, startPacedModel, words } from './paced-model.ts'
import { createSeededRandom } from './seeded-random.ts'
import { foldRead, followChat, toSaid } from '#layers/northlight/tests/support/turn-reader.ts'
import type { TurnReader, TurnReading } from '#layers/northlight/tests/support/turn-reader.ts'

export interface KillRunOptions {
  /** Of the server; a data folder to keep, or a database. */
  variables: Record<string, string>
  dataFolder: string
  times: number
  seed: number
}

/** What a run found; each fault says in which round. */
export interface KillRunFigures {
  faults: string[]
  /** Until the started server was ready, the longest of all. In milliseconds. */
  longestStartMs: number
  /** From then on until the turn was over, the longest of all. In milliseconds. */
  longestStuckMs: number
  /** How long before a kill the oldest thing that a reader had seen, and that is lost, was read. In milliseconds. */
  longestLossMs: number
  /** How many kills came before the request was answered, while the model spoke, and after the turn. */
  when: { before: number, during: number, after: number }
  interrupted: number
  /** By readers who saw something before the kill. */
  readings: number
}

const readers = 10
const paceMs = 12
/** One round's question is one of a conversation of so many. */
const roundsAChat = 5
const stuckLimitMs = 30_000
const pollMs = 50
/** Each of these many kills comes by the clock, around the request, and not by what the model says. */
const everyByClock = 4
const clockRangeMs = 60

const thought = 5
const [first, second] = [18, 20]
const pieces = thought + first + 1 + second

/** A turn that thinks, speaks, calls a tool and speaks again; its pieces tell of their question. */
function toStep(answered: number, question: string) {
  const name = /round-\d+/.exec(question)?.[0] ?? 'none'
  if (answered > 0) return { deltas: words(`${name}-b`, second), calls: false }
  return { deltas: [...words(`${name}-t`, thought, 'reasoning_content'), ...words(`${name}-a`, first), call(`call-${name}`, 'list_runs', {})], calls: true }
}

interface Round {
  number: number
  chatId: string
  server: BuiltServer
  follow: TurnReader[]
  killedAt: number
  isAcknowledged: boolean
}

/** Kills a server again and again in the middle of turns that ten readers follow, and looks at what is left each time. */
export async function runKills({ variables, dataFolder, times, seed }: KillRunOptions): Promise<KillRunFigures> {
  const random = createSeededRandom(seed)
  const figures: KillRunFigures = { faults: [], longestStartMs: 0, longestStuckMs: 0, longestLossMs: 0, when: { before: 0, during: 0, after: 0 }, interrupted: 0, readings: 0 }
  let onPiece: (number: number) => void = () => {}
  const model = await startPacedModel({ paceMs, toStep, onPiece: (number) => onPiece(number) })
  const start = (port?: string) => startBuiltServer({ ...variables, ...model.variables, ...(port ? { PORT: port } : {}) }, dataFolder)
  let server = await start()
  const { port } = new URL(server.url)
  try {
    for (let number = 0; number < times; number++) {
      const chatId = `kill-chat-of-seed-${seed}-${Math.floor(number / roundsAChat)}`
      const round: Round = { number, chatId, server, follow: [], killedAt: 0, isAcknowledged: false }
      const isByClock = random() < 1 / everyByClock
      const at = random()
      await new Promise<void>((resolve) => {
        const kill = () => {
          round.killedAt = performance.now()
          server.process.kill('SIGKILL')
          resolve()
        }
        const last = Math.floor(at * (pieces + 2))
        onPiece = (piece) => {
          if (!isByClock && piece === Math.min(last, pieces - 1)) setTimeout(kill, last >= pieces ? paceMs * 4 * (last - pieces + 1) : 0)
        }
        if (isByClock) setTimeout(kill, at * clockRangeMs)
        void ask(round)
      })
      onPiece = () => {}
      await server.stop('SIGKILL')
      const restartedAt = performance.now()
      server = await start(port)
      figures.longestStartMs = Math.max(figures.longestStartMs, performance.now() - restartedAt)
      round.server = server
      await judge(round, figures, performance.now())
    }
  }
  finally {
    await server.stop()
    await model.close()
  }
  return figures
}

/** Asks, and lets ten follow: one by the request itself, which is not read on, nine and one more by the app's transport. */
async function ask(round: Round): Promise<void> {
  const response = await post(round).catch(() => undefined)
  round.isAcknowledged = response?.ok ?? false
  if (!response) return
  void response.body?.cancel().catch(() => {})
  for (let reader = 0; reader < readers; reader++) round.follow.push(followChat(round.server.url, round.chatId))
}

function post({ server, chatId, number }: Round): Promise<Response> {
  return fetch(`${server.url}/api/chat`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': `key-${number}` },
    body: JSON.stringify(toQuestion(chatId, `What of round-${number}?`, `question-${number}`)),
  })
}

async function judge(round: Round, figures: KillRunFigures, readyAt: number): Promise<void> {
  const { number, chatId, server, isAcknowledged, follow } = round
  const note = (fault: string) => figures.faults.push(`round ${number}: ${fault}`)
  figures.when[!isAcknowledged ? 'before' : follow.some(({ reading }) => reading.chunks.some(({ type }) => type === 'finish')) ? 'after' : 'during'] += 1
  const messages = await waitUntilSettled(round, readyAt, figures, note)
  const asked = messages.filter(({ id }) => id === `question-${number}`).length
  if (isAcknowledged && asked !== 1) note(`an acknowledged message is there ${asked} times`)
  checkOrder(messages, note)
  const answer = asked > 0 ? messages.at(-1) : undefined
  for (const reading of await Promise.all(follow.map(({ ended }) => ended))) await judgeReader(reading, answer, round, figures, note)
  await sendAgain(round, server, chatId, note)
}

/** No turn of the chat runs any more, or it is noted; gives what is stored then. */
async function waitUntilSettled({ chatId, server }: Round, readyAt: number, figures: KillRunFigures, note: (fault: string) => void): Promise<StoredMessages> {
  for (;;) {
    const response = await fetch(`${server.url}/api/chats/${chatId}`)
    const isRunning = response.ok && z.object({ isRunning: z.boolean() }).parse(await response.json()).isRunning
    if (!response.ok && response.status !== 404) note(`the chat answers ${response.status}`)
    const messages = await readMessages(server, chatId)
    const stuckMs = performance.now() - readyAt
    if (!isRunning && messages.at(-1)?.role !== 'user') {
      figures.longestStuckMs = Math.max(figures.longestStuckMs, stuckMs)
      if (messages.at(-1)?.metadata?.northlight?.outcome === 'interrupted') figures.interrupted += 1
      return messages
    }
    if (stuckMs > stuckLimitMs) {
      note(`the turn is stuck after ${stuckLimitMs} ms`)
      return messages
    }
    await delay(pollMs)
  }
}

async function readMessages({ url }: BuiltServer, chatId: string): Promise<StoredMessages> {
  const response = await fetch(`${url}/api/messages?chat=${chatId}&limit=500`)
  return response.ok ? messagesPageSchema.parse(await response.json()).messages : []
}

/** A question, its answer, a question, its answer; the questions in the order in which they were asked. */
function checkOrder(messages: StoredMessages, note: (fault: string) => void) {
  const questions = messages.filter(({ role }) => role === 'user').map(({ id }) => Number(id.replace('question-', '')))
  if (questions.some((question, index) => index > 0 && question <= (questions[index - 1] ?? 0))) note(`the order is ${questions.join(', ')}`)
  if (messages.some(({ role }, index) => role !== (index % 2 === 0 ? 'user' : 'assistant'))) note(`the roles are ${messages.map(({ role }) => role).join(', ')}`)
}

async function judgeReader(reading: TurnReading, answer: StoredMessages[number] | undefined, { killedAt }: Round, figures: KillRunFigures, note: (fault: string) => void) {
  if (reading.chunks.length === 0) return
  figures.readings += 1
  if (reading.failure) note(`a reader gave up: ${String(reading.failure)}`)
  const stored = toSaid(answer)
  if (toSaid(reading.final) !== stored) note(`a reader ends with ${JSON.stringify(toSaid(reading.final))}, stored is ${JSON.stringify(stored)}`)
  const shown = toSaid(await foldRead(reading.chunks))
  if (!shown.startsWith(stored) && !stored.startsWith(shown)) note(`a reader was shown ${JSON.stringify(shown)}, stored is ${JSON.stringify(stored)}`)
  const kept = await countKept(reading, stored)
  const firstLost = reading.readAt[kept]
  if (firstLost !== undefined && kept < reading.chunks.length) figures.longestLossMs = Math.max(figures.longestLossMs, killedAt - firstLost)
}

/** How many of the chunks that were read say no more than what is stored. */
async function countKept({ chunks }: TurnReading, stored: string): Promise<number> {
  let said = ''
  for (const [index, chunk] of chunks.entries()) {
    if (chunk.type === 'text-delta' || chunk.type === 'reasoning-delta') said += chunk.delta
    if (!stored.startsWith(said)) return index
  }
  return chunks.length
}

/** What a client does that never heard whether its message arrived. */
async function sendAgain(round: Round, server: BuiltServer, chatId: string, note: (fault: string) => void) {
  const response = await post(round)
  await response.text()
  if (!response.ok) note(`the same request again is answered with ${response.status}`)
  const asked = (await readMessages(server, chatId)).filter(({ id }) => id === `question-${round.number}`).length
  if (asked !== 1) note(`sent again, the message is there ${asked} times`)
}
