import { toOutgoingParts, toOwnFileParts } from '#layers/northlight/shared/messages/outgoing-message.ts'
import { loadMessages } from './load-messages.ts'
import type { SessionCore } from './create-session-core.ts'

/** Saying or answering something anew, beside what was said. `setAside` takes off what could not be sent: it is on no branch. */
export function createBranching(core: SessionCore, setAside: () => void) {
  const { chat, client, id } = core
  /** The ids of edits by what they say: one that is saved again after a failure is the same one. */
  const editIds = new Map<string, string>()

  /** Shows what is under way; where the server does not take it, the conversation is back as it was. */
  async function takeOrRestore(onTaken: () => void, work: () => Promise<void>) {
    const kept = core.held()
    core.expectTaking(onTaken)
    await work()
    if (core.isLastTaken()) return readVersions()
    core.failure.value = chat.error
    chat.clearError()
    core.take(kept)
    core.forgetRequest()
  }

  /** The messages are as they were streamed. */
  async function readVersions() {
    const thread = await loadMessages(client, id).catch(() => undefined)
    if (thread) core.versions.value = { ...core.versions.value, ...thread.versions }
  }

  /** Resolves as soon as it is decided: true when the server has taken it. */
  function start(work: (onTaken: () => void) => Promise<void>): Promise<boolean> {
    const taken = Promise.withResolvers<boolean>()
    void core.run(async () => {
      setAside()
      await work(() => taken.resolve(true))
    }).finally(() => taken.resolve(false))
    return taken.promise
  }

  function edit(messageId: string, text: string): Promise<boolean> {
    return start(async (onTaken) => {
      const index = await findPlace(core, messageId)
      const message = chat.messages[index]
      if (!message) return
      const key = `${messageId}\n${text}`
      const newId = editIds.get(key) ?? crypto.randomUUID()
      editIds.set(key, newId)
      const parts = [...toOwnFileParts(message), ...toOutgoingParts({ text, files: [] })]
      await takeOrRestore(onTaken, async () => {
        chat.messages = chat.messages.slice(0, index)
        await chat.sendMessage({ id: newId, role: 'user', parts }, { body: { messageId } })
      })
    })
  }

  function regenerate(messageId: string): Promise<boolean> {
    return start(async (onTaken) => {
      if (await findPlace(core, messageId) !== -1) await takeOrRestore(onTaken, () => chat.regenerate({ messageId }))
    })
  }

  return { edit, regenerate }
}

/** A message's place among those that are held, -1 for an unknown id. What it stands on comes in first. */
async function findPlace({ chat, loadEarlier }: SessionCore, messageId: string): Promise<number> {
  const find = () => chat.messages.findIndex((message) => message.id === messageId)
  if (find() === 0) await loadEarlier()
  return find()
}
