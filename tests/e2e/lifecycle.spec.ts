import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { startBuiltServer } from './support/built-server.ts'
import type { BuiltServer } from './support/built-server.ts'

const chatId = 'lifecycle-0123456789'
const exitMayTakeMs = 3_000

async function ask(server: BuiltServer): Promise<Response> {
  return fetch(`${server.url}/api/chat`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ id: chatId, trigger: 'submit-message', message: { id: 'question', role: 'user', parts: [{ type: 'text', text: 'What failed in the last run?' }] } }),
  })
}

/** Reads until the second model step has begun: what the first one said and called is durable by then. */
async function readUntilSecondStep(response: Response): Promise<void> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const bytes of response.body ?? []) {
    text += decoder.decode(bytes, { stream: true })
    if (text.split('"start-step"').length > 2) return
  }
}

async function readAnswer(server: BuiltServer) {
  const { messages } = await (await fetch(`${server.url}/api/messages?chat=${chatId}`)).json() as { messages: { role: string, parts: { type: string, text?: string, state?: string }[], metadata?: { northlight: { outcome: string } } }[] }
  return messages
}

for (const { signal, name } of [{ signal: 'SIGTERM', name: 'asked to stop' }, { signal: 'SIGKILL', name: 'killed' }] as const) {
  test(`a server that is ${name} in mid-turn keeps the question and what was said, as interrupted`, async () => {
    const dataFolder = await mkdtemp(join(tmpdir(), 'northlight-lifecycle-'))
    try {
      const first = await startBuiltServer({ NORTHLIGHT_MODEL: 'demo:paced' }, dataFolder)
      await readUntilSecondStep(await ask(first))
      const askedAt = performance.now()
      const code = await first.stop(signal)
      if (signal === 'SIGTERM') {
        expect(code).toBe(0)
        expect(performance.now() - askedAt).toBeLessThan(exitMayTakeMs)
      }
      const second = await startBuiltServer({}, dataFolder)
      const messages = await readAnswer(second)
      expect(messages.map((message) => message.role)).toEqual(['user', 'assistant'])
      expect(messages[1]?.metadata?.northlight.outcome).toBe('interrupted')
      expect(messages[1]?.parts.some((part) => part.text === 'Let me find the run in question.')).toBe(true)
      expect(messages[1]?.parts.map((part) => part.state)).not.toContain('streaming')
      await second.stop()
    }
    finally {
      await rm(dataFolder, { recursive: true, force: true })
    }
  })
}

test('a server that is asked to stop waits for nobody who sends nothing more, or takes nothing', async () => {
  const server = await startBuiltServer()
  const { port } = new URL(server.url)
  const heads = [
    'POST /api/runs HTTP/1.1\r\nContent-Type: application/xml\r\nContent-Length: 1000000',
    'POST /api/files?name=a.txt HTTP/1.1\r\nContent-Type: text/plain\r\nContent-Length: 1000000',
    'GET /api/events HTTP/1.1',
  ]
  const sockets = heads.map(() => connect(Number(port), '127.0.0.1').on('error', () => {}).pause())
  await Promise.all(sockets.map((socket, index) => new Promise<void>((resolve) => socket.write(`${heads[index]}\r\nHost: 127.0.0.1:${port}\r\n\r\n`, () => resolve()))))
  // They have come in once the server has answered somebody who came later.
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  const askedAt = performance.now()
  expect(await server.stop()).toBe(0)
  expect(performance.now() - askedAt).toBeLessThan(exitMayTakeMs)
  for (const socket of sockets) socket.destroy()
})

test('a second server on the same data folder is refused with the first one\'s process number', async () => {
  const first = await startBuiltServer()
  await expect(startBuiltServer({}, first.dataFolder)).rejects.toThrow(`is in use by process ${first.process.pid}`)
  expect((await fetch(`${first.url}/readyz`)).status).toBe(200)
  await first.stop()
})

test('a wrong variable stops the start with one clear line', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'northlight-lifecycle-'))
  await expect(startBuiltServer({ NORTHLIGHT_MODEL: 'gpt' }, folder)).rejects.toThrow('NORTHLIGHT_MODEL is "gpt": must be demo')
  await expect(startBuiltServer({ HOST: '0.0.0.0' }, folder)).rejects.toThrow('has no sign-in')
  await rm(folder, { recursive: true, force: true })
})
