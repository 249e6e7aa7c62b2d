import { AbstractChat } from 'ai'
import type { UIMessage } from 'ai'
import { ref, shallowRef } from 'vue'
import type { Ref } from 'vue'
import type { ChatClient } from '#layers/northlight/shared/host/chat-client.ts'
import type { MessageVersions } from '#layers/northlight/shared/messages/message-tree.ts'
import { createRequestGate } from './create-request-gate.ts'
import { FrameChatState } from './frame-chat-state.ts'
import { loadMessages } from './load-messages.ts'
import type { StoredThread } from './load-messages.ts'
import { TurnTransport } from './turn-transport.ts'

class FrameChat extends AbstractChat<UIMessage> {
  declare protected state: FrameChatState
}

export type SessionCore = ReturnType<typeof createSessionCore>

/** What all that one does in a conversation goes through: one request at a time, over the SDK's protocol and our state. */
export function createSessionCore(id: string, client: ChatClient, messages: readonly UIMessage[], stored: MessageVersions = {}) {
  const state = new FrameChatState(messages)
  const versions = shallowRef(stored)
  const isTaken = ref(messages.length > 0)
  /** Why something failed that left the conversation as it was. */
  const failure = ref<Error>()
  const gate = createRequestGate({
    onBegin: () => failure.value = undefined,
    onEnd: () => state.flush(),
  })
  const { isBusy } = gate
  let request = { isTaken: true, onTaken: () => {} }

  const take = (thread: StoredThread) => {
    state.messages = thread.messages
    versions.value = thread.versions
  }
  const refresh = async () => take(await loadMessages(client, id))
  const transport = new TurnTransport(client, {
    onSettledElsewhere: refresh,
    onTaken: () => {
      isTaken.value = true
      request.isTaken = true
      request.onTaken()
    },
  })
  const chat = new FrameChat({ id, state, transport, generateId: () => crypto.randomUUID() })

  return {
    id, client, state, versions, isTaken, isBusy, failure, refresh, refreshIdle: () => refreshIdle(client, id, { state, isBusy, take }), transport, chat,
    /** Whether the server has taken what was sent last. */
    isLastTaken: () => request.isTaken,
    /** Before something is sent: calls back once the server has taken it. */
    expectTaking(onTaken: () => void) {
      request = { isTaken: false, onTaken }
    },
    /** What was not taken is off the conversation: there is nothing to send again. */
    forgetRequest() {
      request = { isTaken: true, onTaken: () => {} }
    },
    run: gate.run,
    whenEnded: gate.whenEnded,
    holdUntil: gate.holdUntil,
  }
}

interface IdleSession {
  state: FrameChatState
  isBusy: Readonly<Ref<boolean>>
  take(thread: StoredThread): void
}

/** Takes what is stored; where something was said while the answer was on its way, that is newer than the answer. */
async function refreshIdle(client: ChatClient, id: string, { state, isBusy, take }: IdleSession): Promise<void> {
  const { messages: before } = state
  const thread = await loadMessages(client, id)
  if (!isBusy.value && state.messages === before) take(thread)
}
