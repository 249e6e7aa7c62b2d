import type { UIMessage } from 'ai'
import { computed, ref } from 'vue'
import type { Ref } from 'vue'
import { RequestFailure } from '#layers/northlight/shared/host/chat-client.ts'
import type { ChatClient } from '#layers/northlight/shared/host/chat-client.ts'
import type { MessageVersions } from '#layers/northlight/shared/messages/message-tree.ts'
import { isWaitingForDecision } from '#layers/northlight/shared/messages/is-waiting-for-decision.ts'
import type { QueuedMessage } from '#layers/northlight/shared/messages/outgoing-message.ts'
import type { ChatFailure, ChatSession, ChatStatus } from '#layers/northlight/stores/chatSessions.ts'
import { createBranching } from './create-branching.ts'
import { createMessageQueue } from './create-message-queue.ts'
import { createSending } from './create-sending.ts'
import { createSessionCore } from './create-session-core.ts'
import { createStop } from './create-stop.ts'
import { createUnsent } from './create-unsent.ts'
import { createVersionChoice } from './create-version-choice.ts'

/** What a conversation has yet to say; kept by whoever outlives the page, so that nothing is lost with it. */
export interface SessionDraft {
  /** Said one after the other, as the answers before them come to their ends. */
  queue: Ref<QueuedMessage[]>
  /** On its way, and not known to have arrived. */
  unsent: Ref<QueuedMessage | undefined>
}

export interface SessionStart {
  /** Of the messages that are stored. */
  versions?: MessageVersions
  /** How many are stored before them. */
  earlier?: number
  draft?: SessionDraft
}

/** Opens one conversation in this browser: the SDK's protocol, our state, our transport. */
export function createChatSession(id: string, client: ChatClient, messages: readonly UIMessage[], { versions = {}, earlier = 0, draft }: SessionStart = {}): ChatSession {
  const core = createSessionCore(id, client, { messages: [...messages], versions, earlier })
  const { state } = core
  const { queue, unsent } = draft ?? { queue: ref([]), unsent: ref() }
  const waiting = createUnsent(core, unsent)
  const { send, retry, resume } = createSending(core, unsent, waiting)
  const setAside = () => {
    const message = waiting.give()
    if (message) queue.value = [message, ...queue.value]
  }
  const { edit, regenerate } = createBranching(core, setAside)
  const { stop, stopFailure } = createStop(core)
  return {
    id,
    messages: state.published,
    versions: core.versions,
    earlier: core.earlier,
    loadEarlier: core.loadEarlier,
    status: computed<ChatStatus>(() => core.isBusy.value ? 'working' : 'idle'),
    failure: computed(() => state.publishedError.value
      ? toFailure(state.publishedError.value, state.published.value)
      : toFinalFailure(core.failure.value ?? stopFailure.value)),
    isTaken: core.isTaken,
    get followedTurn() {
      return core.transport.followedTurn
    },
    get isWaiting() {
      return isWaitingForDecision(state.published.value.at(-1))
    },
    send,
    sendQueued: createMessageQueue(core, queue, send),
    retry: () => retry().then(() => {}),
    resume: () => resume().then(() => {}),
    // What is stored knows nothing of a message that did not arrive.
    refresh: () => unsent.value ? Promise.resolve() : core.refreshIdle(),
    stop,
    takeBack: (messageId) => waiting.is(messageId) ? waiting.give() : undefined,
    edit,
    regenerate: (messageId) => waiting.is(messageId) ? retry().then(core.isLastTaken) : regenerate(messageId),
    chooseVersion: createVersionChoice(core, setAside),
  }
}

/** Of a request that is part of the conversation, and can be gone on with. */
function toFailure(error: Error, messages: readonly UIMessage[]): ChatFailure {
  const isUnreachable = !(error instanceof RequestFailure) || error.status === 0
  return { ...toWords(error), canRetry: messages.at(-1)?.role === 'user' || isUnreachable }
}

/** Of one that left no trace: it is asked for again where it was asked for. */
function toFinalFailure(error: Error | undefined): ChatFailure | undefined {
  return error && { ...toWords(error), canRetry: false }
}

function toWords(error: Error) {
  const { message, fix } = error instanceof RequestFailure ? error.body : { message: 'The connection was lost.', fix: 'Try again.' }
  return { message, fix }
}
