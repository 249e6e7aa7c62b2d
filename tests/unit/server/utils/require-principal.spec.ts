import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { createEvent } from 'h3'
import { describe, expect, it } from 'vitest'
import { requirePrincipal } from '#layers/northlight/server/utils/require-principal.ts'
import { signUpFirst } from '#layers/northlight/tests/support/browser-session.ts'
import { embeddedDatabase } from '#layers/northlight/tests/support/test-databases.ts'
import { usePeopleServers } from '#layers/northlight/tests/support/use-people-servers.ts'

/** As the framework asks its routes while it renders a page: with all headers that the page was asked with. */
function createInProcessEvent(headers: Record<string, string>) {
  const request = Object.assign(new IncomingMessage(new Socket()), { __unenv__: {}, url: '/api/chats', headers })
  return createEvent(request, new ServerResponse(request))
}

describe('who asks while a page is rendered', () => {
  const servers = usePeopleServers(embeddedDatabase)

  it('is whoever\'s cookie the page was asked with, and nobody by a key', async () => {
    const server = await servers.start()
    const owner = await signUpFirst(server)
    const { key } = await (await owner.send('POST', '/api/api-keys', { name: 'CI', scopes: ['chats:read'] })).json() as { key: string }
    const { cookie } = owner
    expect(await requirePrincipal(createInProcessEvent({ cookie }), server.services)).toMatchObject({ via: 'session', userId: 'local-user' })
    expect(await requirePrincipal(createInProcessEvent({ cookie, authorization: `Bearer ${key}` }), server.services)).toMatchObject({ via: 'session' })
    await expect(requirePrincipal(createInProcessEvent({ 'authorization': `Bearer ${key}`, 'x-api-key': key }), server.services)).rejects.toMatchObject({ code: 'sign-in-missing' })
  })
})
