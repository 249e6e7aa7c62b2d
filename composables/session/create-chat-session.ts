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
  const chat = new FrameChat({ id, state, transport: new TurnTransport(client, refresh), generateId: () => crypto.randomUUID() })
  const isBusy = ref(false)
  const { stop, stopFailure } = createStop(client, id)

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
    send: (text) => run(() => chat.sendMessage({ text })),
    retry: () => run(async () => {
      const last = chat.lastMessage
      if (last?.role !== 'user') return chat.resumeStream()
      chat.messages = chat.messages.slice(0, -1)
      await chat.sendMessage(last)
    }),
    resume: () => run(() => chat.resumeStream()),
    refresh,
    stop,
  }
}

/** Asks the server to stop the work; a second press while it does is the same stop. */
function createStop(client: ChatClient, id: string) {
  const stopFailure = ref<Error>()
  let stopping: Promise<void> | undefined
  const stop = () => stopping ??= client.request(`/api/chat/${id}/stop`, toJsonRequest('POST', {}))
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
  const body = error instanceof RequestFailure ? error.body : { message: 'The connection was lost.', fix: 'Try again.' }
  return { message: body.message, fix: body.fix, canRetry: messages.at(-1)?.role === 'user' || !(error instanceof RequestFailure) }
}
