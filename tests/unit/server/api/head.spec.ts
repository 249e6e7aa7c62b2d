import { expect, it } from 'vitest'
import { askToEnd } from '#layers/northlight/tests/support/chat-client.ts'
import { answerStep } from '#layers/northlight/tests/support/model-parts.ts'
import { sendRaw } from '#layers/northlight/tests/support/raw-request.ts'
import { listRouteFiles } from '#layers/northlight/tests/support/route-files.ts'
import { createScriptedModel } from '#layers/northlight/tests/support/scripted-model.ts'
import { embeddedDatabase } from '#layers/northlight/tests/support/test-databases.ts'
import { useTestServers } from '#layers/northlight/tests/support/use-test-servers.ts'

const chat = 'chat-0123456789abcdef'
/** Its GET never ends by itself. */
const endless = '/api/events'

const servers = useTestServers(embeddedDatabase)
const paths = listRouteFiles().filter(({ method }) => method === 'GET').map(({ path }) => path.replace(':id', chat))

it.each(paths)('HEAD %s answers as GET does, without a body, and ends', async (path) => {
  const server = await servers.start({ model: { model: createScriptedModel([answerStep('Two.')]) } })
  await askToEnd(server, chat, 'What failed?')
  const head = await sendRaw(`${server.url}${path}`, { method: 'HEAD', headers: {} })
  expect(head.text).toBe('')
  const expected = path === endless ? 200 : (await sendRaw(`${server.url}${path}`, { method: 'GET', headers: {} })).status
  expect(head.status).toBe(expected)
})

it('answers 404 to HEAD where there is no route, and to methods that a route does not have', async () => {
  const server = await servers.start()
  for (const [method, path] of [['HEAD', '/api/nothing'], ['HEAD', '/api/chat'], ['PUT', '/api/chats'], ['DELETE', '/api/settings/chat']]) {
    expect((await server.fetch(path ?? '', { method })).status).toBe(404)
  }
})
