import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, get } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { startFakeOpenai } from '#layers/northlight/tests/support/fake-openai.ts'
import { startBuiltServer } from './support/built-server.ts'
import type { BuiltServer } from './support/built-server.ts'

/** Two servers and 200 readers, on a machine that may be busy. */
test.describe.configure({ timeout: 180_000 })

const exitMayTakeMs = 3_000
const titleMayTakeMs = 20_000
const readersOfEach = 100
/** More than the system takes for a reader that takes nothing. */
const longText = 'long '.repeat(800_000)
const [quick, slow, stalled] = ['shutdown-quick-0000', 'shutdown-slow-00000', 'shutdown-long-00000']

/** Answers `quick` at once, says word after word to `slow` until it is hung up on, a lot to `long`; and no title until it is told to. */
async function startModel() {
  const asked = Promise.withResolvers<void>()
  let givesTitles = false
  const provider = await startFakeOpenai((response) => {
    const { tools, messages } = provider.requests.at(-1)?.body as { tools?: unknown, messages: { content: unknown }[] }
    const write = (content: string) => response.write(`data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta: { content }, finish_reason: null }] })}\n\n`)
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.flushHeaders()
    if (!tools) {
      asked.resolve()
      return givesTitles ? end(response, write, 'A title') : undefined
    }
    const question = JSON.stringify(messages.at(-1)?.content)
    if (question.includes('quick')) return end(response, write, 'Done.')
    if (question.includes('long')) return void write(longText)
    let word = 0
    const timer = setInterval(() => write(`word${word++} `), 50)
    response.on('close', () => clearInterval(timer))
  })
  return { provider, titleAsked: asked.promise, giveTitles: () => void (givesTitles = true) }
}

function end(response: ServerResponse, write: (content: string) => void, text: string) {
  write(text)
  response.end(`data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })}\n\ndata: [DONE]\n\n`)
}

function ask({ url }: BuiltServer, id: string, text: string) {
  return fetch(`${url}/api/chat`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ id, trigger: 'submit-message', message: { id: 'q', role: 'user', parts: [{ type: 'text', text }] } }) })
}

/** A stream, and all that it has brought; `ended` resolves however it ends. */
async function openStream(agent: Agent, address: string) {
  const request = get(address, { agent })
  const [response] = await once(request, 'response') as [IncomingMessage]
  const stream = { text: '', ended: new Promise<void>((resolve) => response.on('close', () => resolve())) }
  request.on('error', () => {})
  response.setEncoding('utf8').on('data', (text: string) => stream.text += text).on('error', () => {})
  return stream
}

async function readTitle({ url }: BuiltServer): Promise<string> {
  return (await (await fetch(`${url}/api/chats/${quick}`)).json() as { title: string }).title
}

function readText(stream: string): string {
  return [...stream.matchAll(/"type":"text-delta","id":"[^"]*","delta":"([^"]*)"/g)].map((match) => match[1]).join('')
}

test('a server with 200 readers, a job, half an upload and a reader who takes nothing ends within 3 seconds, and the next one goes on', async () => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'northlight-shutdown-'))
  const { provider, titleAsked, giveTitles } = await startModel()
  const variables = { NORTHLIGHT_MODEL: 'openai-compatible:m', OPENAI_BASE_URL: provider.baseUrl, OPENAI_API_KEY: 'none' }
  const agent = new Agent({ maxSockets: Infinity })
  const server = await startBuiltServer(variables, dataFolder)
  const port = Number(new URL(server.url).port)
  await (await ask(server, quick, 'quick')).text()
  await titleAsked
  await ask(server, slow, 'slow')
  await ask(server, stalled, 'long')
  const send = (head: string) => connect(port, '127.0.0.1').on('error', () => {}).pause().write(`${head}\r\nHost: 127.0.0.1:${port}\r\n\r\n<testsuite`)
  send(`GET /api/chat/${stalled}/stream HTTP/1.1`)
  send('POST /api/runs HTTP/1.1\r\nContent-Type: application/xml\r\nContent-Length: 1000000')
  const open = (path: string) => Promise.all(Array.from({ length: readersOfEach }, () => openStream(agent, `${server.url}${path}`)))
  const [readers, listeners] = [await open(`/api/chat/${slow}/stream`), await open('/api/events')]
  await expect.poll(() => readers.every(({ text }) => text.includes('text-delta'))).toBe(true)

  const askedAt = performance.now()
  expect(await server.stop()).toBe(0)
  const tookMs = performance.now() - askedAt
  console.log(`SIGTERM with ${2 * readersOfEach} open streams: exit after ${tookMs.toFixed(0)} ms.`)
  expect(tookMs).toBeLessThan(exitMayTakeMs)
  await Promise.all([...readers, ...listeners].map(({ ended }) => ended))
  expect(listeners.every(({ text }) => text.includes('retry: '))).toBe(true)
  expect(server.output()).not.toMatch(/Error|failed/)

  giveTitles()
  const next = await startBuiltServer(variables, dataFolder)
  const { messages } = await (await fetch(`${next.url}/api/messages?chat=${slow}`)).json() as { messages: { parts: { type: string, text?: string }[], metadata?: { northlight: { outcome: string } } }[] }
  const stored = messages.at(-1)
  expect(stored?.metadata?.northlight.outcome).toBe('interrupted')
  const text = stored?.parts.map((part) => part.text ?? '').join('') ?? ''
  for (const reader of readers) expect(text.startsWith(readText(reader.text))).toBe(true)
  expect((await fetch(`${next.url}/api/chat/${slow}/stream`)).status).toBe(204)
  // The job that was running is done by the next server.
  await expect.poll(() => readTitle(next), { timeout: titleMayTakeMs }).toBe('A title')
  await next.stop()
  await provider.close()
  await rm(dataFolder, { recursive: true, force: true })
})

test('a job that was running when its server was killed is done by the next start', async () => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'northlight-shutdown-'))
  const { provider, titleAsked, giveTitles } = await startModel()
  const variables = { NORTHLIGHT_MODEL: 'openai-compatible:m', OPENAI_BASE_URL: provider.baseUrl, OPENAI_API_KEY: 'none' }
  const server = await startBuiltServer(variables, dataFolder)
  await (await ask(server, quick, 'quick')).text()
  await titleAsked
  await server.stop('SIGKILL')
  giveTitles()
  const next = await startBuiltServer(variables, dataFolder)
  await expect.poll(() => readTitle(next), { timeout: titleMayTakeMs }).toBe('A title')
  await next.stop()
  await provider.close()
  await rm(dataFolder, { recursive: true, force: true })
})
