import { mountSuspended } from '@nuxt/test-utils/runtime'
import type { VueWrapper } from '@vue/test-utils'
import { createPinia } from 'pinia'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { UIMessage } from 'ai'
import LiveChat from '#layers/northlight/components/chat/LiveChat.vue'
import { createFakeChatServer, toAnswer, toRefusal } from '#layers/northlight/tests/support/fake-chat-server.ts'
import type { FakeChatServer } from '#layers/northlight/tests/support/fake-chat-server.ts'

const person = (id: string, text: string): UIMessage => ({ id, role: 'user', parts: [{ type: 'text', text }] })
const agent = (id: string, text: string): UIMessage => ({ id, role: 'assistant', parts: [{ type: 'text', text }], metadata: { northlight: { outcome: 'done' } } })
const talk = [person('q1', 'First?'), agent('a1', 'One.')]

describe('a chat whose messages are said again', () => {
  let server: FakeChatServer
  let surface: VueWrapper

  async function mount(messages: UIMessage[], versions = {}, chatNumber = 1) {
    server.stored = { messages, versions }
    surface = await mountSuspended(LiveChat, {
      props: { environment: { fetch: server.fetch, apiUrl: 'https://api.test', detailLevel: 1 }, chatId: `chat-0123456789abcde${chatNumber}` },
      global: { plugins: [createPinia()] },
      attachTo: document.body,
    })
  }
  const button = (name: string) => {
    const found = surface.findAll('button').find((candidate) => candidate.text() === name || candidate.attributes('aria-label') === name)
    if (!found) throw new Error(`There is no button ${name}: ${surface.findAll('button').map((candidate) => candidate.text() || candidate.attributes('aria-label')).join(', ')}`)
    return found
  }
  const read = () => surface.findAll('[data-slot="message"]').map((message) => message.get('[data-slot="prompt"], [data-slot="answer"]').text())

  beforeEach(() => {
    sessionStorage.clear()
    server = createFakeChatServer()
  })
  afterEach(() => surface.unmount())

  it('edits in place: Escape leaves it, Save says it anew', async () => {
    await mount(talk)
    await button('Edit').trigger('click')
    const editor = () => surface.get('form[aria-label="Edit message"] textarea')
    expect((editor().element as HTMLTextAreaElement).value).toBe('First?')
    await editor().trigger('keydown', { key: 'Escape' })
    expect(surface.find('form[aria-label="Edit message"]').exists()).toBe(false)
    await button('Edit').trigger('click')
    await editor().setValue('Other?')
    await editor().trigger('keydown', { key: 'Enter' })
    await vi.waitFor(() => expect(read()).toEqual(['Other?', 'Answer 1.']), { timeout: 20_000 })
    expect(server.posts).toMatchObject([{ messageId: 'q1', message: { parts: [{ type: 'text', text: 'Other?' }] } }])
    expect(surface.find('form[aria-label="Edit message"]').exists()).toBe(false)
  })

  it('answers again, and goes to another version and stays there', async () => {
    await mount(talk, { a1: ['a0', 'a1'] }, 2)
    expect(surface.get('[data-slot="versions"]').text()).toContain('2 of 2')
    server.stored = { messages: [person('q1', 'First?'), agent('a0', 'Zero.')], versions: { a0: ['a0', 'a1'] } }
    await button('Earlier version').trigger('click')
    await vi.waitFor(() => expect(read()).toEqual(['First?', 'Zero.']), { timeout: 20_000 })
    expect(server.choices).toEqual([{ activeMessageId: 'a0' }])
    expect(surface.get('[data-slot="versions"]').text()).toContain('1 of 2')
    await button('Answer again').trigger('click')
    await vi.waitFor(() => expect(read()).toEqual(['First?', 'Answer 1.']), { timeout: 20_000 })
    expect(server.posts).toMatchObject([{ trigger: 'regenerate-message', messageId: 'a0' }])
  })

  it('takes a message that could not be sent back to the composer to be mended, and sends it once by its own Retry', async () => {
    const isDown = () => toRefusal(503, 'database-unavailable')
    server.answers = [isDown, isDown]
    await mount(talk, {}, 5)
    const field = () => surface.get<HTMLTextAreaElement>('textarea[aria-label="Message"]')
    const say = async (text: string) => {
      await field().setValue(text)
      await field().trigger('keydown', { key: 'Enter' })
      await vi.waitFor(() => expect(surface.text()).toContain('Refused: database-unavailable.'), { timeout: 20_000 })
    }
    const unsent = (name: string) => surface.findAll('[data-slot="message"]').at(-1)?.findAll('button').find((candidate) => candidate.text() === name)
    await say('Secnd?')
    await unsent('Edit')?.trigger('click')
    await vi.waitFor(() => expect(field().element.value).toBe('Secnd?'))
    expect(read()).toEqual(['First?', 'One.'])
    expect(surface.text()).not.toContain('Refused')
    await say('Second?')
    await unsent('Retry')?.trigger('click')
    await vi.waitFor(() => expect(read()).toEqual(['First?', 'One.', 'Second?', 'Answer 3.']), { timeout: 20_000 })
    expect(server.posts.map(({ trigger }) => trigger)).toEqual(Array(3).fill('submit-message'))
    expect(server.posts[2]?.message?.id).toBe(server.posts[1]?.message?.id)
  })

  it('keeps the keyboard where a file was taken off', async () => {
    await mount(talk, {}, 6)
    const field = surface.get<HTMLTextAreaElement>('textarea[aria-label="Message"]')
    await field.trigger('paste', { clipboardData: { files: [new File(['hello'], 'notes.txt', { type: 'text/plain' })] } })
    await vi.waitFor(() => expect(surface.find('[data-slot="attached-file"][data-state="ready"]').exists()).toBe(true))
    const remove = button('Remove notes.txt')
    const element = remove.element as HTMLButtonElement
    element.focus()
    await remove.trigger('click')
    await vi.waitFor(() => expect(document.activeElement).toBe(field.element))
    expect(surface.find('[data-slot="attached-file"]').exists()).toBe(false)
  })

  it('queues while an answer is written, takes back before what is typed, and sends next by itself', async () => {
    const first = Promise.withResolvers<Response>()
    server.answers = [() => first.promise, (number) => toAnswer(number)]
    await mount(talk, {}, 3)
    const field = () => surface.get<HTMLTextAreaElement>('textarea[aria-label="Message"]')
    const say = async (text: string) => {
      await field().setValue(text)
      await field().trigger('keydown', { key: 'Enter' })
    }
    await say('Second?')
    await vi.waitFor(() => expect(server.posts).toHaveLength(1), { timeout: 20_000 })
    await say('Third?')
    await say('Fourth?')
    await vi.waitFor(() => expect(surface.findAll('[data-slot="queued-message"]')).toHaveLength(2))
    await field().setValue('and more')
    await surface.findAll('[data-slot="queued-message"] button').at(-1)?.trigger('click')
    expect(field().element.value).toBe('Fourth?\n\nand more')
    first.resolve(toAnswer(1))
    await vi.waitFor(() => expect(read().slice(2)).toEqual(['Second?', 'Answer 1.', 'Third?', 'Answer 2.']), { timeout: 20_000 })
    expect(surface.find('[data-slot="queue"]').exists()).toBe(false)
  })

  it('stores a file as it is pasted, sends it with the message, and draws it where the host\'s routes are', async () => {
    await mount(talk, {}, 4)
    const field = surface.get('textarea[aria-label="Message"]')
    await field.trigger('paste', { clipboardData: { files: [new File(['Hello'], 'notes.txt', { type: 'text/plain' })] } })
    await vi.waitFor(() => expect(surface.get('[data-slot="attached-file"]').attributes('data-state')).toBe('ready'))
    expect(surface.get('[data-slot="attached-file"]').text()).toContain('5 bytes')
    await surface.get('form[aria-label="Write a message"]').trigger('submit')
    await vi.waitFor(() => expect(server.posts).toMatchObject([{ message: { parts: [{ type: 'file', url: '/api/files/file-1', mediaType: 'text/plain', filename: 'notes.txt' }] } }]), { timeout: 20_000 })
    await vi.waitFor(() => expect(surface.get('[data-slot="file"] a').attributes('href')).toBe('https://api.test/api/files/file-1'))
    expect(surface.find('[data-slot="attached-file"]').exists()).toBe(false)
  })
})
