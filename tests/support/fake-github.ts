import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { z } from 'zod'

export interface FakeThread {
  title: string
  state: 'open' | 'closed'
  isLocked: boolean
  isPullRequest: boolean
}

export interface FakeComment {
  id: number
  /** The thread's, as `acme/shop#12`. */
  key: string
  body: string
  userId: number
}

/** What becomes of a comment that is posted, beyond `stored`: it is stored, and the answer is lost; or it is not stored. */
export type FakeFault = 'hangs up after' | 'answers 502 after' | 'answers what is no JSON after' | 'never answers after' | 'hangs up before' | 'rate limit' | 'secondary limit' | 'refuses' | 'no token' | 'moved'

/** Speaks as much of GitHub's interface as comments take, at a loopback address, and records what it was asked. */
export interface FakeGithub {
  readonly apiUrl: string
  readonly calls: { method: string, path: string, authorization: string | undefined }[]
  readonly comments: FakeComment[]
  readonly selfId: number
  addThread(key: string, thread?: Partial<FakeThread>): void
  /** For every post from here on. */
  setFault(fault: FakeFault | undefined): void
  /** Whether a token may ask whose it is; an app's may not. */
  setIsApp(isApp: boolean): void
  close(): Promise<void>
}

const threadPath = /^\/repos\/(?<repository>[^/]+\/[^/]+)\/issues\/(?<number>\d+)(?<comments>\/comments)?$/
const bodySchema = z.object({ body: z.string() })
const selfId = 7

export async function startFakeGithub(): Promise<FakeGithub> {
  const threads = new Map<string, FakeThread>()
  const calls: FakeGithub['calls'] = []
  const comments: FakeComment[] = []
  let fault: FakeFault | undefined
  let isApp = false

  const post = async (request: IncomingMessage, response: ServerResponse, key: string) => {
    const { body } = bodySchema.parse(JSON.parse(await text(request)))
    const refuse = fault && refusals[fault]
    if (refuse) return refuse(response)
    const comment = { id: 1_000 + comments.length, key, body, userId: selfId }
    comments.push(comment)
    if (fault) return lostAnswers[fault]?.(response)
    answer(response, 201, { id: comment.id, html_url: 'https://elsewhere.test/', body, user: { id: selfId } })
  }

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '', 'http://fake.test')
    calls.push({ method: request.method ?? '', path: url.pathname, authorization: request.headers.authorization })
    if (url.pathname === '/user') return isApp ? answer(response, 403, { message: 'Resource not accessible by integration' }) : answer(response, 200, { id: selfId, login: 'northlight' })
    const { repository, number, comments: isForComments } = threadPath.exec(url.pathname)?.groups ?? {}
    const key = `${repository}#${number}`
    const thread = threads.get(key)
    if (!thread) return answer(response, 404, { message: 'Not Found', documentation_url: 'https://docs.github.com/rest' })
    if (!isForComments) return answer(response, 200, toIssue(thread))
    if (request.method === 'POST') return post(request, response, key)
    return listComments(response, url, comments.filter((comment) => comment.key === key))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    apiUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    comments,
    selfId,
    addThread: (key, thread = {}) => void threads.set(key, { title: 'Checkout loses the basket', state: 'open', isLocked: false, isPullRequest: true, ...thread }),
    setFault: (next) => void (fault = next),
    setIsApp: (next) => void (isApp = next),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const refusals: Partial<Record<FakeFault, (response: ServerResponse) => void>> = {
  'hangs up before': (response) => response.destroy(),
  'rate limit': (response) => answer(response, 403, { message: 'API rate limit exceeded' }, { 'x-ratelimit-remaining': '0' }),
  'secondary limit': (response) => answer(response, 429, { message: 'You have exceeded a secondary rate limit' }, { 'retry-after': '60' }),
  'refuses': (response) => answer(response, 422, { message: 'Validation Failed', documentation_url: 'https://docs.github.com/rest' }),
  'no token': (response) => answer(response, 401, { message: 'Bad credentials' }),
  'moved': (response) => answer(response, 307, { message: 'Moved' }, { location: 'http://127.0.0.1:1/' }),
}

const lostAnswers: Partial<Record<FakeFault, (response: ServerResponse) => void>> = {
  'hangs up after': (response) => response.destroy(),
  'answers 502 after': (response) => answer(response, 502, { message: 'Server Error' }),
  'answers what is no JSON after': (response) => response.writeHead(201, { 'content-type': 'application/json' }).end('{"id":'),
  'never answers after': () => {},
}

function toIssue({ title, state, isLocked, isPullRequest }: FakeThread) {
  return { title, state, locked: isLocked, ...isPullRequest ? { pull_request: { url: 'https://api.github.test/' } } : {} }
}

/** The oldest first, with a link to the last page, as GitHub's. */
function listComments(response: ServerResponse, url: URL, comments: FakeComment[]) {
  const size = Number(url.searchParams.get('per_page') ?? 30)
  const page = Number(url.searchParams.get('page') ?? 1)
  const lastPage = Math.max(1, Math.ceil(comments.length / size))
  const listed = comments.slice((page - 1) * size, page * size).map(({ id, body, userId }) => ({ id, body, user: { id: userId } }))
  answer(response, 200, listed, page < lastPage ? { link: `<http://fake.test${url.pathname}?per_page=${size}&page=${page + 1}>; rel="next", <http://fake.test${url.pathname}?per_page=${size}&page=${lastPage}>; rel="last"` } : {})
}

function answer(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}) {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers }).end(JSON.stringify(body))
}
