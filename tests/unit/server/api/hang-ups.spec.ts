import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { embeddedDatabase } from '#layers/northlight/tests/support/test-databases.ts'
import { useTestServers } from '#layers/northlight/tests/support/use-test-servers.ts'

const others = 30

afterEach(() => vi.restoreAllMocks())

describe('a client that goes away', () => {
  const servers = useTestServers(embeddedDatabase)

  it.each([
    ['a file', 'POST /api/files?name=a.txt', 'text/plain'],
    ['a message', 'POST /api/chat', 'application/json'],
    ['an import', 'POST /api/chats/import', 'application/json'],
    ['a report', 'POST /api/runs', 'application/xml'],
    ['a report in a form', 'POST /api/runs', 'multipart/form-data; boundary=x'],
  ])('in the middle of %s leaves no line in the log, and nothing stored', async (_name, route, contentType) => {
    const server = await servers.start()
    const [errors, warnings] = [vi.spyOn(server.services.log, 'error'), vi.spyOn(server.services.log, 'warn')]
    const before = await servers.database.prisma.storedFile.count()
    const { port } = new URL(server.url)
    const socket = connect(Number(port), '127.0.0.1').on('error', () => {})
    socket.write(`${route} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: ${contentType}\r\nContent-Length: 100000\r\n\r\n{"id": 1`)
    await once(socket, 'ready')
    // It has come in once somebody who came later has an answer.
    await server.fetch('/readyz')
    socket.resetAndDestroy()
    // Nor by the time in which the server answers so many others.
    for (let answered = 0; answered < others; answered++) await server.fetch('/readyz')
    expect([errors.mock.calls, warnings.mock.calls, await servers.database.prisma.storedFile.count()]).toEqual([[], [], before])
  })
})

describe('what is wrong with a request', () => {
  const servers = useTestServers(embeddedDatabase)

  it.each([
    ['/api/messages', '`chat`'],
    ['/api/chats?limit=1&limits=1', 'The query'],
  ])('of the query %s is said of the query', async (path, place) => {
    const server = await servers.start()
    const response = await server.fetch(path)
    expect([response.status, (await response.json() as { message: string }).message]).toEqual([400, expect.stringMatching(new RegExp(`^${place}: `))])
  })
})
