// @vitest-environment happy-dom
import type { UIMessage } from 'ai'
import { describe, expect, it, vi } from 'vitest'
import { ref } from 'vue'
import { createChatSession } from '#layers/northlight/composables/session/create-chat-session.ts'
import type { SessionDraft } from '#layers/northlight/composables/session/create-chat-session.ts'
import type { QueuedMessage } from '#layers/northlight/shared/messages/outgoing-message.ts'
import { createFakeChatServer, toAnswer, toRefusal, toStream } from '#layers/northlight/tests/support/fake-chat-server.ts'
import type { FakeChatServer } from '#layers/northlight/tests/support/fake-chat-server.ts'

const chatId = 'chat-0123456789abcdef'
const say = (text: string) => ({ text, files: [] })
const person = (id: string, text: string, more: UIMessage['parts'] = []): UIMessage => ({ id, role: 'user', parts: [...more, { type: 'text', text }] })
const agent = (id: string, text: string): UIMessage => ({ id, role: 'assistant', parts: [{ type: 'text', text }], metadata: { northlight: { outcome: 'done' } } })
const talk = [person('q1', 'First?'), agent('a1', 'One.'), person('q2', 'Second?'), agent('a2', 'Two.')]

function openSession(server: FakeChatServer, messages: UIMessage[] = talk) {
  server.stored = { messages }
  const draft: SessionDraft = { queue: ref<QueuedMessage[]>([]), unsent: ref() }
  return { draft, session: createChatSession(chatId, server.client, messages, { draft }) }
}

/** Past every promise that could still send something. */
const settle = () => new Promise((resolve) => setTimeout(resolve))
const read = (messages: readonly UIMessage[]) => messages.map((message) => message.parts.map((part) => part.type === 'text' ? part.text : part.type).join(' '))

describe('saying and answering anew', () => {
  it('sends an edit under a new id, names the version it stands beside, and shows nothing below', async () => {
    const server = createFakeChatServer()
    const { session } = openSession(server)
    server.stored = { messages: [], versions: { new: ['q1', 'new'] } }
    expect(await session.edit('q1', 'Other?')).toBe(true)
    await vi.waitFor(() => expect(read(session.messages.value)).toEqual(['Other?', 'Answer 1.']))
    const [post] = server.posts
    expect(post).toMatchObject({ trigger: 'submit-message', messageId: 'q1', message: { role: 'user', parts: [{ type: 'text', text: 'Other?' }] } })
    expect(['q1', 'q2', 'a1', 'a2']).not.toContain(post?.message?.id)
    await vi.waitFor(() => expect(session.versions.value).toEqual({ new: ['q1', 'new'] }))
  })

  it('D16 sends the files of a message again with its edit', async () => {
    const server = createFakeChatServer()
    const file = { type: 'file' as const, url: '/api/files/file-1', mediaType: 'text/plain', filename: 'notes.txt' }
    const foreign = { type: 'file' as const, url: 'https://elsewhere.test/x.png', mediaType: 'image/png' }
    const { session } = openSession(server, [person('q1', 'Read it.', [file, foreign]), agent('a1', 'One.')])
    await session.edit('q1', 'Read it well.')
    expect(server.posts[0]?.message?.parts).toEqual([file, { type: 'text', text: 'Read it well.' }])
  })

  it.each([
    ['edit', 'refused', () => toRefusal(409, 'turn-in-progress')],
    ['edit', 'not answered', () => Promise.reject(new TypeError('network error'))],
    ['regenerate', 'refused', () => toRefusal(404, 'message-not-found')],
    ['regenerate', 'not answered', () => Promise.reject(new TypeError('network error'))],
  ] as const)('puts the conversation back as it was when an %s is %s, and says why', async (action, _how, answer) => {
    const server = createFakeChatServer()
    const { session } = openSession(server)
    server.answers = [answer]
    expect(await (action === 'edit' ? session.edit('q1', 'Other?') : session.regenerate('a2'))).toBe(false)
    expect(read(session.messages.value)).toEqual(read(talk))
    expect(session.failure.value).toMatchObject({ message: expect.any(String), canRetry: false })
    expect(session.status.value).toBe('idle')
    await session.send(say('Go on?'))
    expect(session.failure.value).toBeUndefined()
  })

  it('saves an edit again under the same id when its first try got no answer', async () => {
    const server = createFakeChatServer()
    const { session } = openSession(server)
    server.answers = [() => Promise.reject(new TypeError('network error'))]
    expect(await session.edit('q1', 'Other?')).toBe(false)
    expect(await session.edit('q1', 'Other?')).toBe(true)
    expect(server.posts[1]?.message?.id).toBe(server.posts[0]?.message?.id)
  })

  it('has an answer written again in its place', async () => {
    const server = createFakeChatServer()
    const { session } = openSession(server)
    expect(await session.regenerate('a2')).toBe(true)
    await vi.waitFor(() => expect(read(session.messages.value)).toEqual(['First?', 'One.', 'Second?', 'Answer 1.']))
    expect(server.posts).toEqual([{ id: chatId, trigger: 'regenerate-message', messageId: 'a2' }])
  })

  it('reads on, and sends nothing again, when the connection went right after a regeneration was taken', async () => {
    const server = createFakeChatServer()
    const { session } = openSession(server)
    server.stored = { messages: [...talk.slice(0, 3), agent('a3', 'Three.')] }
    server.answers = [() => toStream([], false)]
    await session.regenerate('a2')
    await vi.waitFor(() => expect(read(session.messages.value)).toEqual(['First?', 'One.', 'Second?', 'Three.']))
    await session.retry()
    expect(server.posts).toHaveLength(1)
  })

  it('shows the branch of a version that was chosen, and stays where it was when that fails', async () => {
    const server = createFakeChatServer()
    const { session } = openSession(server)
    server.choice = () => toRefusal(409, 'turn-in-progress')
    expect(await session.chooseVersion('q0')).toBe(false)
    expect(read(session.messages.value)).toEqual(read(talk))
    expect(session.failure.value?.message).toBe('Refused: turn-in-progress.')
    server.choice = () => Response.json({})
    server.stored = { messages: [person('q0', 'Earlier?')], versions: { q0: ['q0', 'q1'] } }
    expect(await session.chooseVersion('q0')).toBe(true)
    expect([read(session.messages.value), session.versions.value]).toEqual([['Earlier?'], { q0: ['q0', 'q1'] }])
    expect(server.choices).toEqual([{ activeMessageId: 'q0' }, { activeMessageId: 'q0' }])
  })
})

describe('a message that could not be sent', () => {
  const isDown = () => toRefusal(503, 'database-unavailable')

  async function openWithUnsent() {
    const server = createFakeChatServer()
    const { session, draft } = openSession(server)
    server.answers = [isDown]
    await session.send(say('Third?'))
    expect(read(session.messages.value)).toEqual([...read(talk), 'Third?'])
    return { server, session, draft, id: session.messages.value.at(-1)?.id ?? '' }
  }

  it('is sent under its own id by its Retry, not asked to be answered again', async () => {
    const { server, session, draft, id } = await openWithUnsent()
    expect(await session.regenerate(id)).toBe(true)
    expect(server.posts.map((post) => [post.trigger, post.message?.id])).toEqual([['submit-message', id], ['submit-message', id]])
    expect([session.failure.value, draft.unsent.value]).toEqual([undefined, undefined])
  })

  it('is taken back to be mended, and is no message of the conversation any more', async () => {
    const { session, draft, id } = await openWithUnsent()
    expect(session.takeBack('q1')).toBeUndefined()
    expect(session.takeBack(id)).toMatchObject({ id, text: 'Third?' })
    expect(read(session.messages.value)).toEqual(read(talk))
    expect([session.failure.value, draft.unsent.value, session.takeBack(id)]).toEqual([undefined, undefined, undefined])
  })

  it('is not taken back while it is on its way', async () => {
    const server = createFakeChatServer()
    const { session } = openSession(server)
    const arrived = Promise.withResolvers<Response>()
    server.answers = [() => arrived.promise]
    const sending = session.send(say('Third?'))
    await vi.waitFor(() => expect(session.messages.value).toHaveLength(5))
    expect(session.takeBack(session.messages.value.at(-1)?.id ?? '')).toBeUndefined()
    arrived.resolve(toAnswer(1))
    await sending
  })

  it.each([
    ['an edit', (session: ReturnType<typeof createChatSession>) => session.edit('q1', 'Other?')],
    ['another answer', (session: ReturnType<typeof createChatSession>) => session.regenerate('a2')],
    ['another version', (session: ReturnType<typeof createChatSession>) => session.chooseVersion('q0')],
  ])('waits in the queue when the conversation goes on with %s', async (_name, goElsewhere) => {
    const { server, session, draft, id } = await openWithUnsent()
    server.answers = [(number) => toAnswer(number, 'stopped')]
    expect(await goElsewhere(session)).toBe(true)
    await vi.waitFor(() => expect(session.status.value).toBe('idle'))
    expect([draft.queue.value.map((message) => message.id), draft.unsent.value]).toEqual([[id], undefined])
    await session.sendQueued()
    expect(server.posts.at(-1)?.message?.id).toBe(id)
  })

  it('is still there when an edit fails as well', async () => {
    const { server, session, draft } = await openWithUnsent()
    server.answers = [isDown]
    expect(await session.edit('q1', 'Other?')).toBe(false)
    expect(read(session.messages.value)).toEqual(read(talk))
    expect(draft.queue.value.map(({ text }) => text)).toEqual(['Third?'])
    await session.send(say('Fourth?'))
    await vi.waitFor(() => expect(draft.queue.value).toEqual([]))
    await vi.waitFor(() => expect(server.posts.slice(2).map(({ message }) => message?.parts)).toEqual([[{ type: 'text', text: 'Fourth?' }], [{ type: 'text', text: 'Third?' }]]))
  })
})

describe('while another version is being read', () => {
  it('what is said waits for it, and follows it', async () => {
    const server = createFakeChatServer()
    const { session } = openSession(server)
    const chosen = Promise.withResolvers<Response>()
    server.choice = () => chosen.promise
    server.stored = { messages: [person('q0', 'Earlier?')] }
    const choosing = session.chooseVersion('q0')
    const sending = session.send(say('And now?'))
    await settle()
    expect(server.posts).toEqual([])
    chosen.resolve(Response.json({}))
    expect(await choosing).toBe(true)
    await sending
    expect(read(session.messages.value)).toEqual(['Earlier?', 'And now?', 'Answer 1.'])
  })
})

describe('messages that wait', () => {
  const queued = (id: string): QueuedMessage => ({ id, ...say(`I am ${id}.`) })

  it('go out by themselves, in order and once each, as the answers before come to their ends', async () => {
    const server = createFakeChatServer()
    const { session, draft } = openSession(server, [])
    const sending = session.send(say('First?'))
    draft.queue.value = [queued('n1'), queued('n2')]
    await sending
    await vi.waitFor(() => expect(server.posts).toHaveLength(3))
    await vi.waitFor(() => expect(session.status.value).toBe('idle'))
    expect(server.posts.map((post) => post.message?.id).slice(1)).toEqual(['n1', 'n2'])
    expect(read(session.messages.value)).toEqual(['First?', 'Answer 1.', 'I am n1.', 'Answer 2.', 'I am n2.', 'Answer 3.'])
    expect([draft.queue.value, draft.unsent.value]).toEqual([[], undefined])
  })

  it.each(['stopped', 'failed'] as const)('stay after an answer that was %s, until they are sent by hand', async (outcome) => {
    const server = createFakeChatServer()
    const { session, draft } = openSession(server, [])
    server.answers = [(number) => toAnswer(number, outcome)]
    const sending = session.send(say('First?'))
    draft.queue.value = [queued('n1')]
    await sending
    await settle()
    expect([server.posts.length, draft.queue.value.length]).toEqual([1, 1])
    await session.sendQueued()
    expect(server.posts.map((post) => post.message?.id).at(-1)).toBe('n1')
    expect(draft.queue.value).toEqual([])
  })

  it('stay when the answer ended in a question: they are not its answer', async () => {
    const server = createFakeChatServer()
    const { session, draft } = openSession(server, [])
    server.answers = [(number) => toAnswer(number, 'done', [
      { type: 'tool-input-available', toolCallId: 'c', toolName: 'ask_question', input: { question: 'Which?', choices: ['A'] } },
      { type: 'tool-output-available', toolCallId: 'c', output: {} },
    ])]
    const sending = session.send(say('First?'))
    draft.queue.value = [queued('n1')]
    await sending
    await settle()
    expect([server.posts.length, draft.queue.value.length]).toEqual([1, 1])
  })

  it('come back to the front when they are refused for what they say', async () => {
    const server = createFakeChatServer()
    const { session, draft } = openSession(server, [])
    server.answers = [(number) => toAnswer(number), () => toRefusal(400, 'request-invalid')]
    draft.queue.value = [queued('n1'), queued('n2')]
    await session.send(say('First?'))
    await vi.waitFor(() => expect(session.failure.value?.message).toBe('Refused: request-invalid.'))
    expect(draft.queue.value.map(({ id }) => id)).toEqual(['n1', 'n2'])
    expect(server.posts).toHaveLength(2)
  })

  it('are not said twice: one that did arrive before is read from what is stored', async () => {
    const server = createFakeChatServer()
    const { session, draft } = openSession(server, [])
    draft.queue.value = [queued('n1')]
    server.answers = [() => toRefusal(409, 'message-exists')]
    server.stored = { messages: [person('n1', 'I am n1.'), agent('a1', 'Said.')] }
    await session.sendQueued()
    expect(read(session.messages.value)).toEqual(['I am n1.', 'Said.'])
    expect([draft.queue.value, draft.unsent.value, session.failure.value]).toEqual([[], undefined, undefined])
  })

  it('are kept as unsent from the press to the server\'s word', async () => {
    const server = createFakeChatServer()
    const { session, draft } = openSession(server, [])
    const arrived = Promise.withResolvers<Response>()
    server.answers = [() => arrived.promise]
    const sending = session.send(say('First?'))
    await vi.waitFor(() => expect(draft.unsent.value?.text).toBe('First?'))
    arrived.resolve(toAnswer(1))
    await sending
    expect(draft.unsent.value).toBeUndefined()
  })
})

describe('after a failure', () => {
  it('D06 takes the next message, whatever failed before', async () => {
    const server = createFakeChatServer()
    const { session } = openSession(server, [])
    server.answers = [() => toStream([{ type: 'start', messageId: 'a1' }, { type: 'error', errorText: 'The model broke.' }]), (number) => toAnswer(number)]
    await session.send(say('First?'))
    expect(session.status.value).toBe('idle')
    await session.send(say('Second?'))
    expect(server.posts.map((post) => post.message?.parts)).toEqual([[{ type: 'text', text: 'First?' }], [{ type: 'text', text: 'Second?' }]])
    expect(read(session.messages.value).at(-1)).toBe('Answer 2.')
    expect(session.failure.value).toBeUndefined()
  })

  it('D15 sends once for any number of presses, and gives the others back', async () => {
    const server = createFakeChatServer()
    const { session } = openSession(server, [])
    const results = await Promise.all(Array.from({ length: 5 }, () => session.send(say('First?'))))
    expect(server.posts).toHaveLength(1)
    expect(results).toEqual([undefined, ...Array(4).fill(say('First?'))])
  })
})
