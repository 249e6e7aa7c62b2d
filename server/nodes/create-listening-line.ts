import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { PoolConfig } from 'pg'
import type { Log } from '#layers/northlight/server/logs/log.ts'

const longestPauseMs = 5_000
/** A line that is silent is asked as often as this, and must answer within this. In milliseconds. */
const askEachMs = 15_000
const answerWithinMs = 5_000
const partingMs = 300

export interface ListeningLineOptions {
  connection: PoolConfig
  channel: string
  log: Log
  take(payload: string | undefined): void
  /** It listens; `isBack`: again, after a while in which it did not. */
  onConnected(isBack: boolean): void
  /** It has answered; now and then. */
  onAlive(): void
}

/** One connection to PostgreSQL that listens, and comes back by itself. */
export interface ListeningLine {
  /** Resolves when it listens for the first time, or when the first try failed. */
  readonly tried: Promise<void>
  /** Undefined while it is away. */
  client(): pg.Client | undefined
  close(): Promise<void>
}

export function createListeningLine(options: ListeningLineOptions): ListeningLine {
  let client: pg.Client | undefined
  let isClosed = false
  let isComingBack = false
  let tries = 0

  async function connect(): Promise<void> {
    const next = toClient(options)
    try {
      await next.connect()
      await next.query(`LISTEN ${options.channel}`)
    }
    catch (error) {
      if (tries === 0 && !isClosed) options.log.error('Other servers are not heard until the database answers again.', { error })
      void comeBack(next)
      return
    }
    if (isClosed) return hangUp(next)
    client = next
    next.once('end', () => void comeBack(next))
    const isBack = tries > 0
    tries = 0
    options.onConnected(isBack)
    void askFrom(next)
  }

  async function comeBack(lost: pg.Client) {
    if (client === lost) client = undefined
    void hangUp(lost)
    if (isClosed || isComingBack) return
    isComingBack = true
    await delay(Math.min(100 * 2 ** tries++, longestPauseMs), undefined, { ref: false })
    isComingBack = false
    if (!isClosed) await connect()
  }

  /** A line that was cut in silence tells nobody: it is asked. */
  async function askFrom(asked: pg.Client) {
    while (client === asked) {
      await delay(askEachMs, undefined, { ref: false })
      if (client === asked) await asked.query('SELECT 1').then(options.onAlive, () => void comeBack(asked))
    }
  }

  return {
    tried: connect(),
    client: () => client,
    async close() {
      isClosed = true
      const last = client
      client = undefined
      if (last) await hangUp(last)
    },
  }
}

function toClient({ connection, take }: ListeningLineOptions): pg.Client {
  const client = new pg.Client({ ...connection, keepAlive: true, connectionTimeoutMillis: answerWithinMs, query_timeout: answerWithinMs })
  client.on('notification', ({ payload }) => take(payload))
  // Without a listener a broken line would end the process; that it has ended is told by `end`.
  client.on('error', () => {})
  return client
}

/** A database that does not answer holds nobody up. */
async function hangUp(client: pg.Client): Promise<void> {
  const timer = setTimeout(() => client.connection.stream.destroy(), partingMs).unref()
  await client.end().catch(() => {})
  clearTimeout(timer)
}
