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
  /** What a refusal is, however the request went out; `answer` is the body as far as it could be read. */
  refuse(status: number, answer: unknown): RequestFailure
}

const unauthorized = 401
/** Signed in, but in no organisation any more. */
const organizationMissing = 'organization-missing'

/**
 * Every failure, an unreachable server included, is a `RequestFailure`; an abort stays an abort. `onStranger` is called
 * when the server does not know who asks, or no longer lets them in.
 */
export function createChatClient({ apiUrl = '', fetch: hostFetch }: ChatEnvironment, ownFetch: typeof fetch, onStranger: () => void = () => {}): ChatClient {
  const send = hostFetch ?? ownFetch
  function refuse(status: number, answer: unknown): RequestFailure {
    const body = toErrorBody(status, answer)
    if (status === unauthorized || body.code === organizationMissing) onStranger()
    return new RequestFailure(status, body)
  }
  async function request(path: string, init: RequestInit = {}): Promise<Response> {
    const response = await send(`${apiUrl}${path}`, init).catch((error: unknown) => {
      if (init.signal?.aborted) throw error
      throw new RequestFailure(0, { code: 'unreachable', message: 'The server can\'t be reached.', fix: 'Check the connection and try again.' }, { cause: error })
    })
    if (response.ok) return response
    throw refuse(response.status, await response.json().catch(() => undefined))
  }
  return {
    apiUrl,
    request,
    json: async (path, init) => (await request(path, init)).json(),
    refuse,
  }
}

export function toJsonRequest(method: 'POST' | 'PATCH', body: unknown): RequestInit {
  return { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}
