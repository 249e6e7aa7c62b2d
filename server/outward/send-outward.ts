import { request as requestHttp } from 'node:http'
import type { Agent, ClientRequest, IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import { addressRefused, findAddresses } from './find-addresses.ts'
import type { FoundAddresses, ResolveName } from './find-addresses.ts'
import { NotSentError } from './not-sent-error.ts'

export interface OutwardRequest {
  url: URL
  method: string
  headers?: Record<string, string>
  body?: string
  /** How much of the answer is read: its text, or nothing beyond its status. */
  reads: 'text' | 'status'
  signal: AbortSignal
}

export interface OutwardAnswer {
  status: number
  headers: Record<string, string>
  text: string
}

export interface OutwardLimits {
  /** What the operator allows of addresses that are not public. */
  privateAddresses: readonly string[]
  mostMs?: number
  mostBytes?: number
  resolve?: ResolveName
}

const defaultMostMs = 10_000
const defaultMostBytes = 1_000_000

/**
 * Asks a server of somebody else's: its address is looked at where the connection is made, plain HTTP only goes where
 * the operator allows it, redirects are answers like any other, and time and size have an end.
 *
 * @throws {NotSentError} and, where nobody knows what was done there, anything else
 */
export async function sendOutward(request: OutwardRequest, { privateAddresses, resolve, mostMs = defaultMostMs, mostBytes = defaultMostBytes }: OutwardLimits): Promise<OutwardAnswer> {
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(mostMs)])
  const { url } = request
  if (!/^https?:$/.test(url.protocol) || url.username || url.password) throw new NotSentError('its address is not one to call')
  const found = await rejectAtAbort(findAddresses(url.hostname, privateAddresses, resolve), signal)
  if (url.protocol === 'http:' && !found.areAllowed) throw new NotSentError('it is not asked by https')
  const agent = await createAgent(url, found)
  try {
    return await exchange(request, agent, signal, mostBytes)
  }
  finally {
    agent.destroy()
  }
}

/** Refuses at the connection whatever is not public, but for the addresses that were allowed before; connects to no others. */
async function createAgent(url: URL, { addresses, areAllowed }: FoundAddresses): Promise<Agent> {
  const { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } = await import('request-filtering-agent')
  const lookup: LookupFunction = (_hostname, options, callback) => {
    const [first] = addresses
    if (options.all) callback(null, addresses)
    else callback(null, first?.address ?? '', first?.family)
  }
  const options = { lookup, keepAlive: false, allowIPAddressList: areAllowed ? addresses.map(({ address }) => address) : [] }
  return url.protocol === 'https:' ? new RequestFilteringHttpsAgent(options) : new RequestFilteringHttpAgent(options)
}

async function exchange({ url, method, headers = {}, body, reads }: OutwardRequest, agent: Agent, signal: AbortSignal, mostBytes: number): Promise<OutwardAnswer> {
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  const send = url.protocol === 'https:' ? requestHttps : requestHttp
  const outgoing = send(url, { method, agent, headers: { 'user-agent': 'Northlight', ...headers, ...length } })
  const wasConnected = noteConnection(outgoing, url)
  const stop = () => outgoing.destroy(toError(signal.reason))
  signal.addEventListener('abort', stop, { once: true })
  try {
    signal.throwIfAborted()
    const incoming = await receive(outgoing, body)
    const text = reads === 'text' ? await readText(incoming, mostBytes) : ''
    return { status: incoming.statusCode ?? 0, headers: toPlainHeaders(incoming), text }
  }
  catch (error) {
    if (wasConnected()) throw error
    throw new NotSentError(toWords(error), { cause: error })
  }
  finally {
    signal.removeEventListener('abort', stop)
    outgoing.destroy()
  }
}

/** Before there is a connection, with its certificate looked at, no byte of the request has left. */
function noteConnection(outgoing: ClientRequest, url: URL): () => boolean {
  let isConnected = false
  outgoing.once('socket', (socket) => socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', () => void (isConnected = true)))
  return () => isConnected
}

function receive(outgoing: ClientRequest, body: string | undefined): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    // Stays: what breaks later breaks the reading, and is told there.
    outgoing.on('error', reject)
    outgoing.once('response', resolve)
    outgoing.end(body)
  })
}

async function readText(incoming: IncomingMessage, mostBytes: number): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > mostBytes) throw new Error(`The answer is larger than ${mostBytes} bytes.`)
    chunks.push(chunk)
  }
  if (!incoming.complete) throw new Error('The answer broke off.')
  return Buffer.concat(chunks).toString('utf8')
}

function toPlainHeaders({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).flatMap(([name, value]) => value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]]))
}

async function rejectAtAbort<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const aborted = Promise.withResolvers<never>()
  const onAbort = () => aborted.reject(new NotSentError(toWords(signal.reason), { cause: signal.reason }))
  if (signal.aborted) onAbort()
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    return await Promise.race([promise, aborted.promise])
  }
  finally {
    signal.removeEventListener('abort', onAbort)
  }
}

function toError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason))
}

/** What went wrong before there was a connection. */
function toWords(error: unknown): string {
  if (!(error instanceof Error)) return 'it did not answer'
  const code = 'code' in error ? String(error.code) : ''
  if (/ is not allowed\./.test(error.message)) return addressRefused
  if (/CERT|SIGNATURE|SELF_SIGNED|ISSUER/.test(code)) return 'its certificate is not valid'
  if (code === 'ECONNREFUSED') return 'it refuses connections'
  return error.name === 'TimeoutError' ? 'it did not answer in time' : 'there is no way to it'
}
