// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest'
import { useAttachments } from '#layers/northlight/composables/useAttachments.ts'
import { useSaying } from '#layers/northlight/composables/useSaying.ts'
import { createChatClient } from '#layers/northlight/shared/host/chat-client.ts'
import type { OutgoingMessage } from '#layers/northlight/shared/messages/outgoing-message.ts'
import type { ChatSession } from '#layers/northlight/stores/chatSessions.ts'
import { useDraftsStore } from '#layers/northlight/stores/drafts.ts'
import type { ChatDraft } from '#layers/northlight/stores/drafts.ts'
import { openPage } from '#layers/northlight/tests/support/session-states.ts'

/** Past every promise that could still do something. */
const settle = () => new Promise((resolve) => setTimeout(resolve))

/** A composer whose session opens, and whose files arrive, when the test says so. */
function createComposer(draft: ChatDraft) {
  const sent: OutgoingMessage[] = []
  const session = { send: async (message: OutgoingMessage) => void sent.push(message) } as Pick<ChatSession, 'send'> as ChatSession
  const opening = Promise.withResolvers<ChatSession>()
  const arrivals: (() => void)[] = []
  const serve = async (input: RequestInfo | URL) => {
    const name = new URL(String(input), 'https://api.test').searchParams.get('name') ?? ''
    await new Promise<void>((resolve) => arrivals.push(resolve))
    return Response.json({ id: `file-${name}`, name, mediaType: 'text/plain', byteSize: 5 })
  }
  const { attach, remove, whenUploaded, failed } = useAttachments(draft, createChatClient({}, serve as typeof fetch))
  const state = { isAbandoned: false, isWorking: false }
  const saying = useSaying({
    draft, open: () => opening.promise, whenUploaded, failed: () => failed.value,
    isWorking: () => state.isWorking, isAbandoned: () => state.isAbandoned, onHanded: () => {}, onQueued: () => {},
  })
  return { ...saying, sent, state, attach: (name: string) => attach([new File(['hello'], name)]), remove, arrive: () => arrivals.shift()?.(), open: () => opening.resolve(session), refuse: () => opening.reject(new Error('offline')) }
}

describe('saying what was written', () => {
  let draft: ChatDraft

  beforeEach(() => {
    openPage()
    draft = useDraftsStore().ofChat('chat-0123456789abcdef')
  })

  it('keeps what is typed while the conversation is being opened: it is another message', async () => {
    const composer = createComposer(draft)
    draft.text.value = 'First?'
    const submitting = composer.submit()
    expect(draft.text.value).toBe('')
    draft.text.value = 'and then'
    composer.open()
    await submitting
    expect([composer.sent, draft.text.value]).toEqual([[{ text: 'First?', files: [] }], 'and then'])
  })

  it('gives the message back where the conversation can\'t be opened', async () => {
    const composer = createComposer(draft)
    draft.text.value = 'First?'
    const submitting = composer.submit()
    composer.refuse()
    await submitting
    expect([draft.text.value, composer.isSending.value]).toEqual(['First?', false])
    expect(composer.failure.value).toContain('could not be loaded')
  })

  it('waits for a file that was chosen while it waited for another', async () => {
    const composer = createComposer(draft)
    composer.attach('one.txt')
    const submitting = composer.submit()
    composer.attach('two.txt')
    composer.arrive()
    await settle()
    composer.open()
    expect(composer.sent).toEqual([])
    composer.arrive()
    await submitting
    expect(composer.sent[0]?.files.map(({ name }) => name)).toEqual(['one.txt', 'two.txt'])
    expect(draft.files.value).toEqual([])
  })

  it('waits for a file that was chosen on a surface that is gone', async () => {
    const before = createComposer(draft)
    before.attach('one.txt')
    const composer = createComposer(draft)
    draft.text.value = 'Read it.'
    const submitting = composer.submit()
    composer.open()
    await settle()
    expect(composer.sent).toEqual([])
    before.arrive()
    await submitting
    expect(composer.sent).toMatchObject([{ text: 'Read it.', files: [{ id: 'file-one.txt' }] }])
  })

  it('sends nothing where all that it would have brought was taken off meanwhile', async () => {
    const composer = createComposer(draft)
    composer.attach('one.txt')
    const submitting = composer.submit()
    composer.open()
    composer.remove(draft.files.value[0]?.key ?? '')
    await submitting
    await settle()
    expect(composer.sent).toEqual([])
  })

  it('stays unsaid in a new chat that was left before it could be sent', async () => {
    const composer = createComposer(draft)
    draft.text.value = 'First?'
    const submitting = composer.submit()
    composer.state.isAbandoned = true
    composer.open()
    await submitting
    expect([composer.sent, draft.text.value]).toEqual([[], 'First?'])
  })
})
