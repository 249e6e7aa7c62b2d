import { describe, expect, it } from 'vitest'
import { dumpRows } from '#layers/northlight/tests/support/dump-rows.ts'
import { testDatabases } from '#layers/northlight/tests/support/test-databases.ts'
import { useTestServers } from '#layers/northlight/tests/support/use-test-servers.ts'

const token = 'ghp_0123456789abcdef0123456789abcdef0123'

describe.each(testDatabases)('/api/connections, on the $name database', (kind) => {
  const servers = useTestServers(kind)

  it('makes a connection, lists it, and deletes it', async () => {
    const server = await servers.start()
    const made = await server.send('POST', '/api/connections', { kind: 'github', name: ' GitHub ', secret: token })
    expect(made.status).toBe(201)
    const connection = await made.json() as { id: string }
    expect(connection).toEqual({ id: expect.any(String), kind: 'github', name: 'GitHub', url: 'https://api.github.com', announces: false, createdAt: expect.any(Number) })
    expect(await (await server.fetch('/api/connections')).json()).toEqual({ connections: [connection], canManage: true })
    expect((await server.send('DELETE', `/api/connections/${connection.id}`, {})).status).toBe(204)
    expect(await (await server.fetch('/api/connections')).json()).toEqual({ connections: [], canManage: true })
    expect((await server.send('DELETE', `/api/connections/${connection.id}`, {})).status).toBe(404)
  })

  it('shows a signing key that it made once, and stores no secret that can be read', async () => {
    const server = await servers.start()
    const made = await (await server.send('POST', '/api/connections', { kind: 'webhook', name: 'Chat', url: 'https://hooks.example.com/a', announces: true })).json() as { secret: string }
    expect(made).toMatchObject({ announces: true, secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/) })
    const given = `whsec_${Buffer.from('0123456789abcdef0123456789').toString('base64')}`
    const own = await (await server.send('POST', '/api/connections', { kind: 'webhook', name: 'Own', url: 'https://hooks.example.com/b', secret: given })).json()
    expect(own).not.toHaveProperty('secret')
    await server.send('POST', '/api/connections', { kind: 'github', name: 'GitHub', secret: token })
    const rows = await dumpRows(servers.database) + JSON.stringify(await servers.database.prisma.connection.findMany()) + await (await server.fetch('/api/connections')).text()
    for (const secret of [made.secret, given, token]) expect(rows).not.toContain(secret.slice(6))
  })

  it('takes a name once for each kind', async () => {
    const server = await servers.start()
    const make = (more: object) => server.send('POST', '/api/connections', { kind: 'webhook', name: 'Chat', url: 'https://hooks.example.com/', ...more })
    expect((await make({})).status).toBe(201)
    const answers = await Promise.all([make({}), make({ name: 'Chat ' }), make({ kind: 'github', secret: token }), make({ kind: 'github', secret: token })])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409])
    expect(await answers[0].json()).toMatchObject({ code: 'connection-exists' })
  })

  it.each([
    'http://hooks.example.com/', 'ftp://hooks.example.com/', 'https://ada:secret@hooks.example.com/', 'https://ada@hooks.example.com/', 'https://hooks.example.com/#a', 'hooks.example.com', '',
    'https://127.0.0.1/', 'https://2130706433/', 'https://[::1]/', 'https://[::ffff:10.0.0.1]/', 'https://169.254.169.254/latest/meta-data', 'https://100.64.0.1/', `https://hooks.example.com/${'a'.repeat(2_000)}`,
  ])('refuses the address %s', async (url) => {
    const server = await servers.start()
    const refused = await server.send('POST', '/api/connections', { kind: 'webhook', name: 'Chat', url })
    expect([refused.status, await refused.json()]).toMatchObject([400, { code: 'request-invalid', message: expect.stringContaining('url') }])
    expect(await servers.database.prisma.connection.count()).toBe(0)
  })

  it('takes private addresses, and plain http to them, where the operator names them', async () => {
    const server = await servers.start({}, { NORTHLIGHT_PRIVATE_ADDRESSES: '10.0.0.0/8 ::1' })
    const make = async (url: string) => (await server.send('POST', '/api/connections', { kind: 'webhook', name: url, url })).status
    expect([await make('http://10.1.2.3/'), await make('https://10.1.2.3/'), await make('http://[::1]:8080/')]).toEqual([201, 201, 201])
    expect([await make('http://192.168.0.1/'), await make('https://192.168.0.1/'), await make('http://93.184.215.14/')]).toEqual([400, 400, 400])
  })

  it.each([
    { kind: 'github', name: 'GitHub' }, { kind: 'github', name: 'GitHub', secret: ' ' }, { kind: 'github', name: 'GitHub', secret: 'a b' }, { kind: 'github', name: 'GitHub', secret: token, announces: true },
    { kind: 'webhook', name: 'Chat' }, { kind: 'webhook', name: '\u200B', url: 'https://hooks.example.com/' }, { kind: 'webhook', name: 'Chat', url: 'https://hooks.example.com/', secret: 'whsec_short' },
    { kind: 'slack', name: 'Chat', url: 'https://hooks.example.com/' },
  ])('refuses %o', async (body) => {
    expect((await (await servers.start()).send('POST', '/api/connections', body)).status).toBe(400)
  })
})
