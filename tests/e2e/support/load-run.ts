import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import type { ClientRequest } from 'node:http'
import autocannon from 'autocannon'
import { toQuestion } from '#layers/northlight/tests/support/chat-client.ts'
import type { BuiltServer } from './built-server.ts'
import { readResources } from './read-resources.ts'

/** Who asks: the headers of a signed-in browser, or none in local mode. */
export type Headers = Record<string, string>

export interface ReaderFigures {
  /** By how many milliseconds a piece of the model was behind when a reader had it: median, 99 of 100, the slowest. */
  p50: number
  p99: number
  slowest: number
  /** Pieces that all readers together have had. */
  pieces: number
  /** Readers who did not read their turn to its end, with the last of what they read. */
  broken: string[]
  /** Of the server's process for each reader that is open; of its heap after a collection too. In KiB. */
  memoryPerReader: number
  heapPerReader: number
}

const openAtOnce = 50

export interface ReadersOptions {
  turns: number
  readers: number
  headers: Headers
  /** All turns are asked and all readers are there: the model may speak. */
  onReady(): void
}

interface Reader {
  request: ClientRequest
  delays: number[]
  isWhole: boolean
  last: string
}

/** A piece says when it was written. */
const stamp = /at(\d+(?:\.\d+)?) /g

export function toStampedPiece() {
  return { content: `at${performance.now().toFixed(1)} ` }
}

/** Asks so many turns, lets so many readers follow them, and reads them all to their end. */
export async function followTurns(server: BuiltServer, { turns, readers, headers, onReady }: ReadersOptions): Promise<ReaderFigures> {
  const chats = Array.from({ length: turns }, (_, index) => `load-chat-number-${index}`)
  for (const chatId of chats) {
    const response = await fetch(`${server.url}/api/chat`, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(toQuestion(chatId, 'Count.')) })
    if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`)
    await response.body?.cancel()
  }
  const before = { memory: readMemory(server), heap: (await readResources(server)).heapBytes }
  const open: Reader[] = []
  const ended: Promise<void>[] = []
  for (let index = 0; index < readers; index += openAtOnce) {
    await Promise.all(Array.from({ length: Math.min(openAtOnce, readers - index) }, (_, offset) => {
      const { reader, opened, end } = openReader(`${server.url}/api/chat/${chats[(index + offset) % turns]}/stream?after=0`, headers)
      open.push(reader)
      ended.push(end)
      return opened
    }))
  }
  const after = { memory: readMemory(server), heap: (await readResources(server)).heapBytes }
  onReady()
  await Promise.all(ended)
  const delays = open.flatMap((reader) => reader.delays).toSorted((one, other) => one - other)
  const at = (share: number) => delays[Math.floor((delays.length - 1) * share)] ?? Number.NaN
  return {
    p50: at(0.5), p99: at(0.99), slowest: at(1), pieces: delays.length,
    broken: open.filter(({ isWhole }) => !isWhole).map(({ last }) => last.slice(-200)),
    memoryPerReader: (after.memory - before.memory) / readers / 1024,
    heapPerReader: (after.heap - before.heap) / readers / 1024,
  }
}

/** By Node's own client: a browser's way of reading costs more than the server's of writing, and both are on this machine. */
function openReader(url: string, headers: Headers) {
  const opened = Promise.withResolvers<void>()
  const end = Promise.withResolvers<void>()
  const reader: Reader = { request: request(url, { headers, agent: false }), delays: [], isWhole: false, last: '' }
  reader.request.on('response', (response) => {
    response.setEncoding('utf8')
    response.on('data', (text: string) => {
      opened.resolve()
      const readAt = performance.now()
      const known = reader.last.length
      const all = reader.last + text
      for (const match of all.matchAll(stamp)) if (match.index + match[0].length > known) reader.delays.push(readAt - Number(match[1]))
      reader.isWhole ||= all.includes('data: [DONE]')
      // A piece may come in two halves.
      reader.last = all.slice(-24)
    })
    response.on('close', () => {
      opened.resolve()
      end.resolve()
    })
  })
  reader.request.on('error', (error) => {
    reader.last = String(error)
    opened.resolve()
    end.resolve()
  })
  reader.request.end()
  return { reader, opened: opened.promise, end: end.promise }
}

/** What the server's process occupies, in bytes; not a number where the system does not tell. */
function readMemory({ process: child }: BuiltServer): number {
  try {
    return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) * 1024
  }
  catch {
    return Number.NaN
  }
}

export interface RateFigures {
  perSecond: number
  p99: number
  wrong: number
}

/** Asks one route as often as it answers, over some connections. */
export async function measureRate(url: string, options: { seconds: number, method?: 'GET' | 'PATCH', headers?: Headers, body?: string }): Promise<RateFigures> {
  const { seconds, method = 'GET', headers = {}, body } = options
  const result = await autocannon({ url, duration: seconds, connections: 16, method, headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) }, body })
  return { perSecond: result.requests.average, p99: result.latency.p99, wrong: result.non2xx + result.errors + result.timeouts }
}

/** Signs the first person up; gives what their browser sends from then on. */
export async function signUp(server: BuiltServer): Promise<Headers> {
  const response = await fetch(`${server.url}/api/people`, {
    method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ name: 'Owner', email: 'owner@example.com', password: 'correct horse battery' }),
  })
  if (response.status !== 201) throw new Error(`${response.status} ${await response.text()}`)
  return { cookie: response.headers.getSetCookie().map((cookie) => cookie.split(';')[0]).join('; ') }
}
