import { AbstractChat } from 'ai'
import type { UIMessage } from 'ai'
import { computed, ref } from 'vue'
import { RequestFailure, toJsonRequest } from '#layers/northlight/shared/host/chat-client.ts'
import type { ChatClient } from '#layers/northlight/shared/host/chat-client.ts'
import type { ChatFailure, ChatSession, ChatStatus } from '#layers/northlight/stores/chatSessions.ts'
import { FrameChatState } from './frame-chat-state.ts'
import { loadMessages } from './load-messages.ts'
import { TurnTransport } from './turn-transport.ts'

class FrameChat extends AbstractChat<UIMessage> {
  declare protected state: FrameChatState
}

/** Opens one conversation in this browser: the SDK's protocol, our state, our transport. */
export function createChatSession(id: string, client: ChatClient, messages: readonly UIMessage[]): ChatSession {
  const state = new FrameChatState(messages)
  const refresh = async () => {
    state.messages = await loadMessages(client, id)
  }
  const isTaken = ref(messages.length > 0)
  const transport = new TurnTransport(client, {
    onSettledElsewhere: refresh,
    onTaken: () => {
      isTaken.value = true
    },
  })
  const chat = new FrameChat({ id, state, transport, generateId: () => crypto.randomUUID() })
  const isBusy = ref(false)
  const { stop, stopFailure } = createStop(client, id, () => transport.whenAnswered())

  const status = computed<ChatStatus>(() => isBusy.value ? 'working' : 'idle')
  const failure = computed(() => toFailure(state.publishedError.value ?? stopFailure.value, state.published.value))

  /** One request at a time: a second press while one is in flight does nothing. */
  async function run(work: () => Promise<void>) {
    if (isBusy.value) return
    isBusy.value = true
    stopFailure.value = undefined
    try {
      await work()
    }
    finally {
      state.flush()
      isBusy.value = false
    }
  }

  return {
    id,
    messages: state.published,
    status,
    failure,
    isTaken,
    send: (text) => run(async () => {
      // What could not be sent before goes first, in its place.
      if (chat.error && chat.lastMessage?.role === 'user') await sendAgain(chat)
      // With no files to wait for, the message is there before anything is drawn as working: the answer before it isn't.
      if (!chat.error) await chat.sendMessage({ text, files: [] })
    }).then(() => {
      const refused = takeBackRefused(chat)
      state.flush()
      return refused
    }),
    retry: () => run(() => chat.lastMessage?.role === 'user' ? sendAgain(chat) : chat.resumeStream()),
    resume: () => run(() => chat.resumeStream()),
    refresh,
    stop,
  }
}

/** Under the same id, so that what did arrive is not done twice. */
async function sendAgain(chat: FrameChat): Promise<void> {
  const last = chat.lastMessage
  if (!last) return
  chat.messages = chat.messages.slice(0, -1)
  await chat.sendMessage(last)
}

/** Refused for what it says, not for the moment: trying again would change nothing. */
const refusals = new Set([400, 404, 413, 415])

/** Takes a refused message off the conversation, and gives its text back to be mended. */
function takeBackRefused(chat: FrameChat): string | undefined {
  const last = chat.lastMessage
  if (!(chat.error instanceof RequestFailure) || !refusals.has(chat.error.status) || last?.role !== 'user') return undefined
  chat.messages = chat.messages.slice(0, -1)
  return last.parts.map((part) => part.type === 'text' ? part.text : '').join('\n')
}

/** Asks the server to stop the work; a second press while it does is the same stop. */
function createStop(client: ChatClient, id: string, whenAnswered: () => Promise<void>) {
  const stopFailure = ref<Error>()
  let stopping: Promise<void> | undefined
  const stop = () => stopping ??= whenAnswered()
    .then(() => client.request(`/api/chat/${id}/stop`, toJsonRequest('POST', {})))
    .then(() => {
      stopFailure.value = undefined
    }, (error: unknown) => {
      stopFailure.value = error instanceof Error ? error : new Error(String(error))
    })
    .finally(() => {
      stopping = undefined
    })
  return { stop, stopFailure }
}

function toFailure(error: Error | undefined, messages: readonly UIMessage[]): ChatFailure | undefined {
  if (!error) return undefined
  const isUnreachable = (failure: Error) => !(failure instanceof RequestFailure) || failure.status === 0
  const body = error instanceof RequestFailure ? error.body : { message: 'The connection was lost.', fix: 'Try again.' }
  return { message: body.message, fix: body.fix, canRetry: messages.at(-1)?.role === 'user' || isUnreachable(error) }
}
