import type { ChatTransport, UIMessage, UIMessageChunk } from 'ai'
import { z } from 'zod/mini'
import { toJsonRequest } from '#layers/northlight/shared/host/chat-client.ts'
import type { ChatClient } from '#layers/northlight/shared/host/chat-client.ts'
import { turnHeader } from '#layers/northlight/shared/messages/turn-header.ts'
import { followTurn } from './follow-turn.ts'
import type { TurnConnection } from './follow-turn.ts'
import { acquireStreamSlot } from './stream-slot.ts'
import type { SlotRequest } from './stream-slot.ts'

type SendOptions = Parameters<ChatTransport<UIMessage>['sendMessages']>[0]

const noContent = 204

/** How long a message waits for the tabs that read to give way; then it goes out all the same. In milliseconds. */
const sendingPatienceMs = 3_000

export interface TurnTransportHooks {
  /** The server has stored the message and begun its turn. */
  onTaken(): void
  /** A turn ended while the connection was gone: what is stored is the truth now. */
  onSettledElsewhere(): Promise<void>
}

/**
 * The SDK's transport over our routes: only the new message goes out, since the server owns the history.
 */
export class TurnTransport implements ChatTransport<UIMessage> {
  /** A stream that is opened anew starts from the turn's beginning. */
  readonly resumeStreamIsReplay = true
  readonly #client: ChatClient
  readonly #hooks: TurnTransportHooks
  #sending: Promise<unknown> = Promise.resolve()
  #followedTurn: string | undefined

  constructor(client: ChatClient, hooks: TurnTransportHooks) {
    this.#client = client
    this.#hooks = hooks
  }

  /** Resolves when the message that is on its way has been taken or refused: before, there is no turn to stop. */
  async whenAnswered(): Promise<void> {
    await this.#sending.catch(() => {})
  }

  /** The turn that was read last, or is being read. */
  get followedTurn(): string | undefined {
    return this.#followedTurn
  }

  async sendMessages({ abortSignal, ...options }: SendOptions): Promise<ReadableStream<UIMessageChunk>> {
    const { body, key } = toChatRequest(options)
    const request = toJsonRequest('POST', body)
    const headers = { ...request.headers, 'idempotency-key': key }
    const sending = connect({ signal: abortSignal, patienceMs: sendingPatienceMs }, () => this.#client.request('/api/chat', { ...request, headers, signal: abortSignal }))
    this.#sending = sending
    const first = await sending
    this.#hooks.onTaken()
    return this.#follow(options.chatId, first, abortSignal)
  }

  async reconnectToStream({ chatId, abortSignal }: { chatId: string, abortSignal?: AbortSignal }): Promise<ReadableStream<UIMessageChunk> | null> {
    const first = await this.#open(chatId, 0, abortSignal)
    if (first) return this.#follow(chatId, first, abortSignal)
    // It may have ended between the page's reading and now.
    await this.#hooks.onSettledElsewhere()
    return null
  }

  #follow(chatId: string, first: TurnConnection, signal: AbortSignal | undefined) {
    this.#followedTurn = first.response.headers.get(turnHeader) ?? undefined
    return followTurn({
      first,
      signal,
      reopen: (after) => this.#open(chatId, after, signal),
      onSettledElsewhere: this.#hooks.onSettledElsewhere,
    })
  }

  async #open(chatId: string, after: number, signal: AbortSignal | undefined): Promise<TurnConnection | undefined> {
    const connection = await connect({ signal }, () => this.#client.request(`/api/chat/${chatId}/stream?after=${after}`, { signal }))
    if (connection.response.status !== noContent) return connection
    connection.slot.release()
    return undefined
  }
}

/** Waits for a slot, then asks; a slot whose request fails is given back. */
async function connect(slotRequest: SlotRequest, request: () => Promise<Response>): Promise<TurnConnection> {
  const slot = await acquireStreamSlot(slotRequest)
  try {
    return { response: await request(), slot }
  }
  catch (error) {
    slot.release()
    throw error
  }
}

/** What one request says beside its messages: the earlier message that its last one is another version of. */
const bodySchema = z.object({ messageId: z.optional(z.string()) })

/** The request's body, and the key under which it may be sent again without being done again. */
function toChatRequest({ chatId, trigger, messages, messageId, body }: Pick<SendOptions, 'chatId' | 'trigger' | 'messages' | 'messageId' | 'body'>) {
  const last = messages.at(-1)
  if (trigger === 'regenerate-message') return { body: { id: chatId, trigger, messageId }, key: crypto.randomUUID() }
  const message = last && { id: last.id, role: last.role, parts: last.parts }
  const versionOf = bodySchema.safeParse(body).data?.messageId
  return { body: { id: chatId, trigger, message, ...(versionOf === undefined ? {} : { messageId: versionOf }) }, key: last?.id ?? crypto.randomUUID() }
}
