import { AbstractChat } from 'ai'
import type { UIMessage } from 'ai'
import { ref, shallowRef } from 'vue'
import type { Ref } from 'vue'
import type { ChatClient } from '#layers/northlight/shared/host/chat-client.ts'
import { createEarlierLoading } from './create-earlier-loading.ts'
import { createRequestGate } from './create-request-gate.ts'
import { FrameChatState } from './frame-chat-state.ts'
import { loadNewest } from './load-messages.ts'
import type { StoredThread } from './load-messages.ts'
import { TurnTransport } from './turn-transport.ts'

class FrameChat extends AbstractChat<UIMessage> {
  declare protected state: FrameChatState
}

export type SessionCore = ReturnType<typeof createSessionCore>

/** What all that one does in a conversation goes through: one request at a time, over the SDK's protocol and our state. */
export function createSessionCore(id: string, client: ChatClient, stored: StoredThread) {
  const state = new FrameChatState(stored.messages)
  const versions = shallowRef(stored.versions)
  const earlier = shallowRef(stored.earlier)
  const isTaken = ref(stored.messages.length > 0)
  /** Why something failed that left the conversation as it was. */
  const failure = ref<Error>()
  const gate = createRequestGate({
    onBegin: () => failure.value = undefined,
    onEnd: () => state.flush(),
  })
  const { isBusy } = gate
  let request = { isTaken: true, onTaken: () => {} }

  const held = (): StoredThread => ({ messages: state.messages, versions: versions.value, earlier: earlier.value })
  /** What is said of the messages changes with them. */
  const take = (thread: StoredThread) => {
    state.messages = thread.messages
    versions.value = thread.versions
    earlier.value = thread.earlier
    state.flush()
  }
  const load = () => loadNewest(client, id, held)
  const refresh = async () => take(await load())
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
    id, client, state, versions, earlier, isTaken, isBusy, failure, refresh, transport, chat, held, take,
    refreshIdle: () => refreshIdle({ state, isBusy, load, take }),
    loadEarlier: createEarlierLoading(client, id, { held, take }),
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
  load(): Promise<StoredThread>
  take(thread: StoredThread): void
}

/** Takes what is stored; where something was said while the answer was on its way, that is newer than the answer. */
async function refreshIdle({ state, isBusy, load, take }: IdleSession): Promise<void> {
  const last = state.messages.at(-1)
  const thread = await load()
  if (!isBusy.value && state.messages.at(-1) === last) take(thread)
}
