// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest'
import { nextTick } from 'vue'
import { createChatClient } from '#layers/northlight/shared/host/chat-client.ts'
import type { SessionState } from '#layers/northlight/shared/people/session-state.ts'
import { useDraftsStore } from '#layers/northlight/stores/drafts.ts'
import { useReadingPlacesStore } from '#layers/northlight/stores/readingPlaces.ts'
import { useReplyDraftEditsStore } from '#layers/northlight/stores/replyDraftEdits.ts'
import { useSessionStore } from '#layers/northlight/stores/session.ts'
import { forgetInTab } from '#layers/northlight/stores/tab-storage.ts'
import { localSession, openPage, toSession } from '#layers/northlight/tests/support/session-states.ts'

const chat = 'chat-0123456789abcdef'

/** What this tab shows of a chat's draft, place and reply drafts to whoever opens it. */
function find(state: SessionState) {
  openPage(state)
  const drafts = useDraftsStore()
  drafts.restore(chat)
  const edits = useReplyDraftEditsStore().ofChat(chat)
  edits.restore()
  return { draft: drafts.ofChat(chat), edits, place: useReadingPlacesStore().ofChat(chat), text: drafts.ofChat(chat).text.value, edit: edits.get('m', 'r'), anchors: useReadingPlacesStore().ofChat(chat).load() }
}

async function leaveSomething(state: SessionState, text: string) {
  const { draft, edits, place } = find(state)
  draft.text.value = text
  edits.set('m', 'r', { subject: text, body: text })
  place.save([{ key: text, top: 1, visible: true }])
  await nextTick()
}

const nothing = { text: '', edit: undefined, anchors: undefined }

describe('what a tab keeps', () => {
  beforeEach(() => sessionStorage.clear())

  it('is found again by the person who left it, and by nobody else in the same tab', async () => {
    await leaveSomething(toSession('ada'), 'of Ada')
    for (const other of [toSession('ben'), toSession('ada', 'south'), toSession('ad'), localSession, { ...toSession('ada'), organization: null }]) expect(find(other)).toMatchObject(nothing)
    await leaveSomething(toSession('ben'), 'of Ben')
    expect(find(toSession('ada'))).toMatchObject({ text: 'of Ada', edit: { body: 'of Ada' }, anchors: [{ key: 'of Ada' }] })
    expect(find(toSession('ben'))).toMatchObject({ text: 'of Ben' })
  })

  it('keeps its names where nobody signs in', async () => {
    await leaveSomething(localSession, 'local')
    expect(Object.keys(sessionStorage).sort()).toEqual([`northlight-draft-${chat}`, `northlight-place-${chat}`, `northlight-reply-drafts-${chat}`])
    expect(find(toSession('ada'))).toMatchObject(nothing)
  })

  it('is nothing while nobody is known', async () => {
    await leaveSomething({ ...toSession('ada'), person: null, organization: null }, 'of nobody')
    expect(sessionStorage.length).toBe(0)
  })

  it('is forgotten for one person at a time', async () => {
    await leaveSomething(toSession('ada'), 'of Ada')
    await leaveSomething(toSession('ben'), 'of Ben')
    forgetInTab('northlight-of/ada/')
    expect(find(toSession('ada'))).toMatchObject(nothing)
    expect(find(toSession('ben'))).toMatchObject({ text: 'of Ben' })
  })
})

describe('the session', () => {
  const answerWith = (...answers: (SessionState | number)[]) => {
    let asked = 0
    const client = createChatClient({}, (async () => {
      const answer = answers[Math.min(asked++, answers.length - 1)]
      return typeof answer === 'number' ? new Response(null, { status: answer }) : Response.json(answer)
    }) as typeof fetch)
    return { client, count: () => asked }
  }

  function openUnknown() {
    openPage()
    const session = useSessionStore()
    session.state = undefined
    return session
  }

  it('is read once for a page, and again where that failed', async () => {
    const session = openUnknown()
    const { client, count } = answerWith(503, toSession('ada'))
    await session.load(client)
    expect([session.state, session.isGated, session.toKeptName('x')]).toEqual([undefined, false, undefined])
    await Promise.all([session.load(client), session.load(client)])
    await session.load(client)
    expect([session.state?.person?.id, count()]).toEqual(['ada', 2])
  })

  it('gates who has not signed in, or belongs nowhere, and nobody in local mode', () => {
    const session = openUnknown()
    const isGated = (state: SessionState) => {
      session.state = state
      return session.isGated
    }
    expect(isGated(localSession)).toBe(false)
    expect(isGated(toSession('ada'))).toBe(false)
    expect(isGated({ ...toSession('ada'), organization: null, organizations: [] })).toBe(true)
    expect(isGated({ ...toSession('ada'), person: null, organization: null })).toBe(true)
    session.state = toSession('ada')
    session.forget()
    expect(session.isGated).toBe(true)
  })

  it('notices that the place is another: person, organisation or role', async () => {
    const before = toSession('ada')
    const role = { ...before, organization: { id: 'north', name: 'Organisation north', role: 'member' as const } }
    for (const [now, isStill] of [[before, true], [{ ...before, isUnclaimed: true }, true], [toSession('ben'), false], [toSession('ada', 'south'), false], [role, false], [{ ...before, person: null, organization: null }, false]] as const) {
      openPage(before)
      expect(await useSessionStore().isStill(answerWith(now).client)).toBe(isStill)
    }
  })
})
