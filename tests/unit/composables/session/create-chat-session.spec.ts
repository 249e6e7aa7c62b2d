// @vitest-environment happy-dom
import type { UIMessage, UIMessageChunk } from 'ai'
import { describe, expect, it, vi } from 'vitest'
import { createChatSession } from '#layers/northlight/composables/session/create-chat-session.ts'
import { createChatClient } from '#layers/northlight/shared/host/chat-client.ts'
import { turnHeader } from '#layers/northlight/shared/messages/turn-header.ts'

const chatId = 'chat-0123456789abcdef'
const question: UIMessage = { id: 'question', role: 'user', parts: [{ type: 'text', text: 'What failed?' }] }
const half: UIMessageChunk[] = [
  { type: 'start', messageId: 'answer' }, { type: 'text-start', id: 't' }, { type: 'text-delta', id: 't', delta: 'Two tests' },
]
const whole: UIMessage = { id: 'answer', role: 'assistant', parts: [{ type: 'text', text: 'Two tests failed.', state: 'done' }] }

interface FakeServer {
  posts: string[]
  stops: number
  /** What `GET /api/messages` answers. */
  stored: UIMessage[]
}

function toStream(chunks: UIMessageChunk[], isWhole: boolean): Response {
  const text = chunks.map((chunk, index) => `id: ${index + 1}\ndata: ${JSON.stringify(chunk)}\n\n`).join('')
  return new Response(isWhole ? `${text}data: [DONE]\n\n` : text, { headers: { [turnHeader]: 'turn-1' } })
}

function openSession(server: FakeServer, answer: () => Response, messages: UIMessage[] = []) {
  const serve = async (input: RequestInfo | URL, init: RequestInit = {}) => {
    const path = String(input)
    if (path === '/api/chat') {
      server.posts.push(String(init.body))
      return answer()
    }
    if (path.endsWith('/stop')) {
      server.stops += 1
      return Response.json({ stopped: true })
    }
    if (path.startsWith('/api/messages')) return Response.json({ messages: server.stored })
    return new Response(null, { status: 204 })
  }
  return createChatSession(chatId, createChatClient({}, serve as typeof fetch), messages)
}

const say = (text: string) => ({ text, files: [] })
const createServer = (): FakeServer => ({ posts: [], stops: 0, stored: [] })
const read = (messages: readonly UIMessage[]) => messages.map((message) => message.parts.map((part) => part.type === 'text' ? part.text : part.type).join(''))

describe('createChatSession', () => {
  it('shows what is stored when a turn settled while the connection was gone', async () => {
    const server = createServer()
    const session = openSession(server, () => toStream(half, false))
    const sending = session.send(say('What failed?'))
    server.stored = [question, whole]
    await sending
    await vi.waitFor(() => expect(read(session.messages.value)).toEqual(['What failed?', 'Two tests failed.']))
    expect(session.status.value).toBe('idle')
  })

  it('shows the answer that ended between the page\'s reading and the resume', async () => {
    const server = createServer()
    server.stored = [question, whole]
    const session = openSession(server, () => toStream([], true), [question])
    await session.resume()
    await vi.waitFor(() => expect(read(session.messages.value)).toEqual(['What failed?', 'Two tests failed.']))
  })

  it('keeps what was said while what is stored was on its way, and tells which turn it read', async () => {
    const asked = Promise.withResolvers<void>()
    const answered = Promise.withResolvers<Response>()
    const serve = async (input: RequestInfo | URL) => {
      if (String(input) === '/api/chat') return toStream([{ type: 'start', messageId: 'answer-2' }, { type: 'finish' }], true)
      asked.resolve()
      return answered.promise
    }
    const session = createChatSession(chatId, createChatClient({}, serve as typeof fetch), [question, whole])
    const refreshing = session.refresh()
    await asked.promise
    await session.send(say('And now?'))
    answered.resolve(Response.json({ messages: [question, whole] }))
    await refreshing
    expect(read(session.messages.value).slice(0, 3)).toEqual(['What failed?', 'Two tests failed.', 'And now?'])
    expect(session.followedTurn).toBe('turn-1')
  })

  it('D06 keeps a message that did not arrive when what is stored is read again', async () => {
    const server = createServer()
    server.stored = [question, whole]
    const session = openSession(server, () => Response.json({ code: 'starting', message: 'Northlight is starting.' }, { status: 503 }), [question, whole])
    await session.send(say('And now?'))
    await session.refresh()
    expect(read(session.messages.value)).toEqual(['What failed?', 'Two tests failed.', 'And now?'])
    expect(session.failure.value?.canRetry).toBe(true)
  })

  it('gives a message a new identity when it changed, and keeps the others\'', async () => {
    const server = createServer()
    const earlier = [question, whole]
    const session = openSession(server, () => toStream([...half, { type: 'text-end', id: 't' }, { type: 'finish' }].map((chunk) => 'messageId' in chunk ? { ...chunk, messageId: 'answer-2' } : chunk) as UIMessageChunk[], true), earlier)
    await session.send(say('And now?'))
    expect(session.messages.value).toHaveLength(4)
    expect(session.messages.value.slice(0, 2).every((message, index) => message === earlier[index])).toBe(true)
  })

  it('sends once for two presses, and once more for a retry of what failed, under the same id', async () => {
    const server = createServer()
    let isDown = true
    const session = openSession(server, () => isDown ? Response.json({ code: 'database-unavailable', message: 'The database does not answer.' }, { status: 503 }) : toStream([{ type: 'start', messageId: 'answer' }, { type: 'finish' }], true))
    await Promise.all([session.send(say('What failed?')), session.send(say('What failed?'))])
    expect(server.posts).toHaveLength(1)
    expect(session.failure.value).toEqual({ message: 'The database does not answer.', fix: undefined, canRetry: true })
    expect(read(session.messages.value)).toEqual(['What failed?'])
    isDown = false
    await session.retry()
    expect(server.posts[1]).toBe(server.posts[0])
    expect(session.failure.value).toBeUndefined()
    expect(session.messages.value.filter((message) => message.role === 'user')).toHaveLength(1)
  })

  it('sends what could not be sent before first, in its place', async () => {
    const server = createServer()
    let isDown = true
    const session = openSession(server, () => isDown ? Response.json({ code: 'starting', message: 'Starting.' }, { status: 503 }) : toStream([{ type: 'start', messageId: `answer-${server.posts.length}` }, { type: 'finish' }], true))
    await session.send(say('first'))
    isDown = false
    await session.send(say('second'))
    expect(read(session.messages.value.filter((message) => message.role === 'user'))).toEqual(['first', 'second'])
    expect(server.posts.map((body) => JSON.parse(body).message.parts[0].text)).toEqual(['first', 'first', 'second'])
  })

  it('gives a refused text back and takes its message off', async () => {
    const server = createServer()
    const session = openSession(server, () => Response.json({ code: 'request-invalid', message: 'Too long.' }, { status: 400 }))
    expect(await session.send(say('much too long'))).toEqual(say('much too long'))
    expect(session.messages.value).toEqual([])
    expect(session.isTaken.value).toBe(false)
    expect(session.failure.value).toMatchObject({ message: 'Too long.', canRetry: false })
  })

  it('lets a stop that is pressed before the message has arrived wait for it', async () => {
    const server = createServer()
    const arrived = Promise.withResolvers<void>()
    const order: string[] = []
    const serve = async (input: RequestInfo | URL) => {
      const path = String(input)
      if (path === '/api/chat') await arrived.promise
      order.push(path)
      return path === '/api/chat' ? toStream([{ type: 'start', messageId: 'answer' }, { type: 'finish' }], true) : Response.json({ stopped: true })
    }
    const session = createChatSession(chatId, createChatClient({}, serve as typeof fetch), server.stored)
    const sending = session.send(say('What failed?'))
    await vi.waitFor(() => expect(session.messages.value).toHaveLength(1))
    const stopping = session.stop()
    arrived.resolve()
    await Promise.all([sending, stopping])
    expect(order).toEqual(['/api/chat', `/api/chat/${chatId}/stop`])
  })

  it('stops by the server\'s own route, as often as it is asked', async () => {
    const server = createServer()
    const session = openSession(server, () => toStream(half, false))
    await session.stop()
    await session.stop()
    expect(server.stops).toBe(2)
  })
})
