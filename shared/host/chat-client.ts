import { toErrorBody } from '#layers/northlight/shared/errors/error-body.ts'
import type { ErrorBody } from '#layers/northlight/shared/errors/northlight-error.ts'
import type { ChatEnvironment } from '#layers/northlight/shared/host/chat-environment.ts'

/** A request that failed, in words for the person. */
export class RequestFailure extends Error {
  override readonly name = 'RequestFailure'
  readonly status: number
  readonly body: ErrorBody

  constructor(status: number, body: ErrorBody, options?: ErrorOptions) {
    super(body.message, options)
    this.status = status
    this.body = body
  }
}

/** Northlight's routes, reached the way the host wants it. */
export interface ChatClient {
  readonly apiUrl: string
  /** Answers below 400 only. */
  request(path: string, init?: RequestInit): Promise<Response>
  json(path: string, init?: RequestInit): Promise<unknown>
}

/** Every failure, an unreachable server included, is a `RequestFailure`; an abort stays an abort. */
export function createChatClient({ apiUrl = '', fetch: hostFetch }: ChatEnvironment, ownFetch: typeof fetch): ChatClient {
  const send = hostFetch ?? ownFetch
  async function request(path: string, init: RequestInit = {}): Promise<Response> {
    const response = await send(`${apiUrl}${path}`, init).catch((error: unknown) => {
      if (init.signal?.aborted) throw error
      throw new RequestFailure(0, { code: 'unreachable', message: 'The server can\'t be reached.', fix: 'Check the connection and try again.' }, { cause: error })
    })
    if (response.ok) return response
    throw new RequestFailure(response.status, toErrorBody(response.status, await response.json().catch(() => undefined)))
  }
  return {
    apiUrl,
    request,
    json: async (path, init) => (await request(path, init)).json(),
  }
}

export function toJsonRequest(method: 'POST' | 'PATCH', body: unknown): RequestInit {
  return { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}
