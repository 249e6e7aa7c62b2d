import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Approval } from '#layers/northlight/shared/approvals/approval-answers.ts'
import { createChatClient } from '#layers/northlight/shared/host/chat-client.ts'
import { useApprovalsStore } from '#layers/northlight/stores/approvals.ts'
import { toApproval } from '#layers/northlight/tests/fixtures/approvals/to-approval.ts'

interface Asked {
  path: string
  body: unknown
}

describe('the book of approvals', () => {
  beforeEach(() => setActivePinia(createPinia()))

  function open(answer: (path: string, method: string) => Response) {
    const asked: Asked[] = []
    const serve = async (input: RequestInfo | URL, init: RequestInit = {}) => {
      asked.push({ path: String(input), body: init.body === undefined ? undefined : JSON.parse(String(init.body)) })
      return answer(String(input), init.method ?? 'GET')
    }
    const client = createChatClient({}, serve as typeof fetch)
    return { asked, client, book: useApprovalsStore().open(client.apiUrl) }
  }
  const list = (approvals: Approval[], waiting = approvals.length) => Response.json({ approvals, waiting, hasMore: false })

  it('is one for all who read an API, and another for another', () => {
    const store = useApprovalsStore()
    expect(store.open('')).toBe(store.open(''))
    expect(store.open('https://elsewhere.test')).not.toBe(store.open(''))
  })

  it('knows what it has read, and how many wait', async () => {
    const { book, client, asked } = open(() => list([toApproval({ id: 'a' }), toApproval({ id: 'b', state: 'executed' })], 7))
    expect(book.waiting.value).toBeUndefined()
    expect((await book.load(client, { chat: 'chat-1', state: 'waiting', limit: 5 })).approvals.map(({ id }) => id)).toEqual(['a', 'b'])
    expect(asked.map(({ path }) => path)).toEqual(['/api/approvals?chat=chat-1&state=waiting&limit=5'])
    expect([[...book.known.keys()], book.waiting.value]).toEqual([['a', 'b'], 7])
  })

  it.each<[Partial<Approval>, Partial<Approval>, boolean]>([
    [{ state: 'executed' }, { state: 'pending' }, false],
    [{ state: 'executing' }, { state: 'approved' }, false],
    [{ state: 'pending', version: 2 }, { state: 'pending', version: 1 }, false],
    [{ state: 'pending', version: 1 }, { state: 'pending', version: 2 }, true],
    [{ state: 'pending' }, { state: 'rejected' }, true],
    [{ state: 'unknown' }, { state: 'failed' }, true],
    [{ state: 'cancelled', version: 1 }, { state: 'pending', version: 2 }, false],
  ])('where it knows %o and reads %o, the later one counts, whichever comes first: %s', async (known, read, isTaken) => {
    const answers = [known, read].map((fields) => toApproval(fields))
    const { book, client } = open(() => Response.json(answers.shift()))
    await book.read(client, 'approval-1')
    await book.read(client, 'approval-1')
    expect(book.known.get('approval-1')).toMatchObject(isTaken ? read : known)
  })

  it('knows what is not there, until it is', async () => {
    let answer = () => Response.json({ code: 'approval-not-found', message: 'There is no such approval.' }, { status: 404 })
    const { book, client } = open(() => answer())
    expect(await book.read(client, 'approval-1')).toBeUndefined()
    expect([...book.missing]).toEqual(['approval-1'])
    answer = () => Response.json(toApproval())
    await book.read(client, 'approval-1')
    expect([[...book.missing], [...book.known.keys()]]).toEqual([[], ['approval-1']])
  })

  it('asks for no other address, whatever an id from a message is', async () => {
    const { book, client, asked } = open(() => Response.json({ code: 'request-invalid', message: 'No such id.' }, { status: 400 }))
    expect(await book.read(client, '../settings/chat?x=1#')).toBeUndefined()
    expect(asked.map(({ path }) => path)).toEqual(['/api/approvals/..%2Fsettings%2Fchat%3Fx%3D1%23'])
    expect(book.missing.size).toBe(1)
  })

  it('does not know more of one than it did where it could not be read', async () => {
    const { book, client } = open(() => Response.json({ code: 'database-unavailable', message: 'The database does not answer.' }, { status: 503 }))
    await expect(book.read(client, 'approval-1')).rejects.toThrow('The database does not answer.')
    expect([[...book.missing], [...book.known.keys()]]).toEqual([[], []])
  })

  it('decides about exactly what was shown', async () => {
    const { book, client, asked } = open(() => Response.json(toApproval({ state: 'rejected', reason: 'No.' })))
    expect(await book.decide(client, toApproval({ version: 3 }), { decision: 'reject', reason: 'No.' })).toBe('taken')
    expect(asked).toEqual([{ path: '/api/approvals/approval-1', body: { decision: 'reject', reason: 'No.', version: 3, digest: toApproval().digest } }])
    expect(book.known.get('approval-1')).toMatchObject({ state: 'rejected', reason: 'No.' })
  })

  it('shows how it stands now where somebody was sooner', async () => {
    const { book, client } = open((_path, method) => method === 'POST'
      ? Response.json({ code: 'approval-decided', message: 'It was decided.', approval: { id: 'approval-1', state: 'executed', version: 1 } }, { status: 409 })
      : Response.json(toApproval({ state: 'executed', note: 'Entered.' })))
    expect(await book.decide(client, toApproval(), { decision: 'approve' })).toBe('overtaken')
    expect(book.known.get('approval-1')).toMatchObject({ state: 'executed', note: 'Entered.' })
  })

  it('says whether what nobody knew the end of happened', async () => {
    const { book, client, asked } = open(() => Response.json(toApproval({ state: 'failed' })))
    await book.settle(client, toApproval({ state: 'unknown' }), false)
    expect(asked).toEqual([{ path: '/api/approvals/approval-1/settlement', body: { happened: false, version: 1, digest: toApproval().digest } }])
  })

  it.each([
    ['role-missing', 403, 'Only Ana may.'],
    ['gate-closed', 409, 'Sandbox mode is on.'],
  ])('throws what else is refused (%s), and stands as it stood', async (code, status, message) => {
    const { book, client } = open(() => Response.json({ code, message }, { status }))
    await expect(book.decide(client, toApproval(), { decision: 'approve' })).rejects.toThrow(message)
    expect(book.known.size).toBe(0)
  })
})
