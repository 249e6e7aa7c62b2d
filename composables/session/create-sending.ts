import type { Ref } from 'vue'
import { RequestFailure } from '#layers/northlight/shared/host/chat-client.ts'
import { toOutgoingParts } from '#layers/northlight/shared/messages/outgoing-message.ts'
import type { OutgoingMessage, QueuedMessage } from '#layers/northlight/shared/messages/outgoing-message.ts'
import type { SessionCore } from './create-session-core.ts'
import type { Unsent } from './create-unsent.ts'

/** Refused for what it says, not for the moment: trying again would change nothing. */
const refusals = new Set([400, 404, 413, 415])
const conflicts = new Set([409])

/** Saying things, and saying them again where that failed. `unsent` holds what is on its way and not known to have arrived. */
export function createSending(core: SessionCore, unsent: Ref<QueuedMessage | undefined>, waiting: Unsent) {
  const { chat } = core

  /** Under the same id, so that what did arrive is not done twice. */
  async function sendAgain() {
    const last = chat.lastMessage
    if (!last) return
    chat.messages = chat.messages.slice(0, -1)
    core.expectTaking(() => unsent.value = undefined)
    await chat.sendMessage(last)
  }

  /** Gives the message back that could not be taken. One that waits for `retry` counts as taken. */
  async function send(message: OutgoingMessage | QueuedMessage): Promise<OutgoingMessage | undefined> {
    const queued = { id: 'id' in message ? message.id : crypto.randomUUID(), text: message.text, files: message.files }
    let isOnItsWay = false
    let isRefusedForItself = false
    await core.run(async () => {
      if (waiting.isThere()) await sendAgain()
      if (waiting.isThere()) return
      isOnItsWay = true
      unsent.value = queued
      core.expectTaking(() => unsent.value = undefined)
      await chat.sendMessage({ id: queued.id, role: 'user', parts: toOutgoingParts(queued) })
      isRefusedForItself = !core.isLastTaken() && isFailure(chat.error, refusals)
      if (isRefusedForItself) waiting.takeOff()
      else if (isFailure(chat.error, conflicts) && !core.isLastTaken()) await readConflict()
    })
    return isOnItsWay && !isRefusedForItself ? undefined : message
  }

  /** Said before, by a try whose answer never came back: what is stored is the truth. */
  async function readConflict() {
    if (!(chat.error instanceof RequestFailure) || chat.error.body.code !== 'message-exists') return
    unsent.value = undefined
    core.forgetRequest()
    chat.clearError()
    await core.refresh()
  }

  async function readOn() {
    const release = core.state.holdLast()
    await chat.resumeStream().finally(release)
  }

  return {
    send,
    retry: () => core.run(() => waiting.isThere() ? sendAgain() : readOn()),
    resume: () => core.run(readOn),
  }
}

function isFailure(error: Error | undefined, statuses: ReadonlySet<number>): boolean {
  return error instanceof RequestFailure && statuses.has(error.status)
}
