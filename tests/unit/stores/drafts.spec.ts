// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { nextTick } from 'vue'
import { useDraftsStore } from '#layers/northlight/stores/drafts.ts'
import type { ChatDraft } from '#layers/northlight/stores/drafts.ts'
import { openPage } from '#layers/northlight/tests/support/session-states.ts'

const chat = 'chat-0123456789abcdef'
/** The first new chat of a page, as the store calls it. */
const newChatDraft = 'new'
const queued = { id: 'n1', text: 'And then?', files: [] }

/** The same tab after a reload: another Pinia, the same storage. */
function reload(id = chat): ChatDraft {
  openPage()
  const store = useDraftsStore()
  store.restore(id)
  return store.ofChat(id)
}

describe('drafts', () => {
  beforeEach(() => {
    sessionStorage.clear()
    vi.restoreAllMocks()
  })

  it('keep what was typed, queued and edited over a reload', async () => {
    const draft = reload()
    draft.text.value = 'Half a ques'
    draft.queue.value = [queued]
    draft.edit.value = { messageId: 'q1', text: 'Other?' }
    await nextTick()
    const again = reload()
    expect([again.text.value, again.queue.value, again.edit.value]).toEqual(['Half a ques', [queued], { messageId: 'q1', text: 'Other?' }])
  })

  it('let what was on its way wait to be sent again under its id, before the others', async () => {
    const draft = reload()
    draft.unsent.value = { id: 'u1', text: 'First?', files: [] }
    draft.queue.value = [queued]
    await nextTick()
    const again = reload()
    expect(again.queue.value.map(({ id }) => id)).toEqual(['u1', 'n1'])
    expect(again.unsent.value).toBeUndefined()
  })

  it('keep files that are stored, and forget those that were on their way', async () => {
    const draft = reload()
    const stored = { id: 'f1', name: 'notes.txt', mediaType: 'text/plain', byteSize: 3 }
    draft.files.value = [
      { key: 'a', name: 'notes.txt', byteSize: 3, state: 'ready', stored },
      { key: 'b', name: 'more.txt', byteSize: 9, state: 'uploading' },
    ]
    await nextTick()
    expect(reload().files.value).toEqual([{ key: 'f1', name: 'notes.txt', byteSize: 3, state: 'ready', stored }])
  })

  it('go along with a conversation that gets an address, and leave the next new chat empty', async () => {
    const draft = reload(newChatDraft)
    draft.text.value = 'typed meanwhile'
    const store = useDraftsStore()
    store.move(newChatDraft, chat)
    expect(store.ofChat(chat)).toBe(draft)
    expect(store.ofChat(newChatDraft).text.value).toBe('')
    draft.text.value = 'typed meanwhile, and on'
    await nextTick()
    expect(reload(chat).text.value).toBe('typed meanwhile, and on')
    expect(reload(newChatDraft).text.value).toBe('')
  })

  it('are apart for two new chats on one page, and the first is found again by whoever comes next', () => {
    const store = useDraftsStore()
    const [first, second] = [store.holdNew(), store.holdNew()]
    store.ofChat(first).text.value = 'typed here'
    expect(store.ofChat(second).text.value).toBe('')
    store.release(first)
    expect(store.holdNew()).toBe(first)
    expect(store.holdNew()).not.toBe(second)
  })

  it('never take the place of what was typed before the page was alive', () => {
    sessionStorage.setItem(`northlight-draft-${chat}`, JSON.stringify({ text: 'kept', files: [], queue: [] }))
    openPage()
    const store = useDraftsStore()
    store.ofChat(chat).text.value = 'just typed'
    store.restore(chat)
    expect(store.ofChat(chat).text.value).toBe('just typed')
  })

  it.each(['{', 'null', '{"text":1}', '[]'])('start empty from %j in the storage', (value) => {
    sessionStorage.setItem(`northlight-draft-${chat}`, value)
    expect(reload().text.value).toBe('')
  })

  it('stay in memory where the browser lets nothing be stored', async () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError')
    })
    const draft = reload()
    draft.text.value = 'typed'
    await nextTick()
    expect(useDraftsStore().ofChat(chat).text.value).toBe('typed')
  })
})
