import type { UIMessage, UIMessageChunk } from 'ai'
import { createChatClient } from '#layers/northlight/shared/host/chat-client.ts'
import type { ChatClient } from '#layers/northlight/shared/host/chat-client.ts'
import { turnHeader } from '#layers/northlight/shared/messages/turn-header.ts'
import type { FakeHistory } from './fake-history.ts'

type Outcome = 'done' | 'stopped' | 'failed'

/** The server's routes as one browser sees them; a test says how each request for a turn is answered. */
export interface FakeChatServer {
  readonly client: ChatClient
  readonly fetch: typeof fetch
  /** Names of the files that were stored, and in which order. */
  readonly files: string[]
  /** The bodies of `POST /api/chat`, parsed. */
  readonly posts: { trigger: string, messageId?: string, message?: UIMessage }[]
  /** Bodies of `PATCH /api/chats/:id`. */
  readonly choices: unknown[]
  /** What `GET /api/messages` answers, unless there is a history that it is read from by pages. */
  stored: { messages: UIMessage[], versions?: Record<string, string[]> }
  history: FakeHistory | undefined
  /** The addresses of `GET /api/messages` that were asked for. */
  readonly reads: string[]
  /** How the next requests for a turn are answered; when there is none left, by a whole answer. */
  answers: ((number: number) => Response | Promise<Response>)[]
  choice: () => Response | Promise<Response>
}

export function createFakeChatServer(): FakeChatServer {
  const server = {
    posts: [], choices: [], files: [], reads: [], stored: { messages: [] }, history: undefined, answers: [], choice: () => Response.json({}),
  } as Omit<FakeChatServer, 'client' | 'fetch'>
  const serve = async (input: RequestInfo | URL, init: RequestInit = {}) => {
    const path = String(input).replace(/^https:\/\/api\.test/, '')
    if (path === '/api/chat') {
      server.posts.push(JSON.parse(String(init.body)) as FakeChatServer['posts'][number])
      const answer = server.answers.shift()
      return answer ? answer(server.posts.length) : toAnswer(server.posts.length)
    }
    if (path.startsWith('/api/messages')) {
      server.reads.push(path)
      const page = server.history ? server.history.answer(path) : server.stored
      return page ? Response.json(page) : toRefusal(404, 'message-not-found')
    }
    if (path.startsWith('/api/files?')) {
      const name = new URLSearchParams(path.split('?')[1]).get('name') ?? ''
      const id = `file-${server.files.push(name)}`
      return Response.json({ id, name, mediaType: 'text/plain', byteSize: 5, url: `/api/files/${id}` }, { status: 201 })
    }
    if (path === '/api/session') return Response.json({ mode: 'local', isUnclaimed: true, person: null, organization: null, organizations: [] })
    if (path === '/api/settings/chat') return Response.json({ detailLevel: 1 })
    if (path.startsWith('/api/chats/') && init.method !== 'PATCH') return Response.json({ isRunning: false })
    if (init.method === 'PATCH') {
      server.choices.push(JSON.parse(String(init.body)))
      return server.choice()
    }
    return new Response(null, { status: 204 })
  }
  return Object.assign(server, { client: createChatClient({}, serve as typeof fetch), fetch: serve as typeof fetch })
}

/** A whole answer, as a stream. */
export function toAnswer(number: number, outcome: Outcome = 'done', more: UIMessageChunk[] = []): Response {
  return toStream([
    { type: 'start', messageId: `answer-${number}` },
    { type: 'text-start', id: 't' }, { type: 'text-delta', id: 't', delta: `Answer ${number}.` }, { type: 'text-end', id: 't' },
    ...more,
    { type: 'finish', messageMetadata: { northlight: { outcome } } },
  ])
}

export function toStream(chunks: UIMessageChunk[], isWhole = true): Response {
  const text = chunks.map((chunk, index) => `id: ${index + 1}\ndata: ${JSON.stringify(chunk)}\n\n`).join('')
  return new Response(isWhole ? `${text}data: [DONE]\n\n` : text, { headers: { [turnHeader]: 'turn-1' } })
}

export function toRefusal(status: number, code: string): Response {
  return Response.json({ code, message: `Refused: ${code}.` }, { status })
}
