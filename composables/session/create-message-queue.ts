import { nextTick } from 'vue'
import type { Ref } from 'vue'
import { isReadyForNext } from '#layers/northlight/shared/messages/is-ready-for-next.ts'
import type { OutgoingMessage, QueuedMessage } from '#layers/northlight/shared/messages/outgoing-message.ts'
import type { SessionCore } from './create-session-core.ts'

/** Sends what waits, one message after the other, as long as the answers before come to their ends. Gives what sends the first at once. */
export function createMessageQueue(core: SessionCore, queue: Ref<QueuedMessage[]>, send: (message: QueuedMessage) => Promise<OutgoingMessage | undefined>) {
  async function sendQueued() {
    const [next, ...rest] = queue.value
    if (!next || core.isBusy.value) return
    queue.value = rest
    if (await send(next)) queue.value = [next, ...queue.value]
  }

  core.whenEnded(async () => {
    if (queue.value.length === 0) return
    // What is drawn and announced of this turn's end comes before the next begins.
    await nextTick()
    if (!core.chat.error && !core.failure.value && isReadyForNext(core.chat.lastMessage)) await sendQueued()
  })
  return sendQueued
}
