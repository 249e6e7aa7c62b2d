import { describe, expect, it } from 'vitest'
import { createChatClient } from '#layers/northlight/shared/host/chat-client.ts'

const refusals = [
  [401, 'sign-in-missing', true],
  [403, 'organization-missing', true],
  [403, 'read-only', false],
  [403, 'role-missing', false],
  [404, 'chat-not-found', false],
  [500, 'internal', false],
] as const

describe('a client whose server does not know who asks', () => {
  it.each(refusals)('tells of %i %s: %s', async (status, code, isStranger) => {
    let told = 0
    const client = createChatClient({}, (async () => Response.json({ code, message: 'No.' }, { status })) as typeof fetch, () => told++)
    await expect(client.request('/api/chats')).rejects.toMatchObject({ status, body: { code } })
    expect(told).toBe(isStranger ? 1 : 0)
    // However the request went out.
    expect(client.refuse(status, { code, message: 'No.' }).body.code).toBe(code)
    expect(told).toBe(isStranger ? 2 : 0)
  })

  it('tells of an answer that can\'t be read, and of none where there is no answer', async () => {
    let told = 0
    const answers = [() => Promise.resolve(new Response('<html>', { status: 401 })), () => Promise.reject(new TypeError('offline'))]
    const client = createChatClient({}, (() => answers.shift()?.()) as typeof fetch, () => told++)
    await expect(client.json('/api/chats')).rejects.toMatchObject({ status: 401 })
    await expect(client.json('/api/chats')).rejects.toMatchObject({ status: 0 })
    expect(told).toBe(1)
  })
})
