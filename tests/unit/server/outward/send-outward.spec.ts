import { createServer } from 'node:http'
import type { RequestListener, Server } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import type { ResolveName } from '#layers/northlight/server/outward/find-addresses.ts'
import { NotSentError } from '#layers/northlight/server/outward/not-sent-error.ts'
import { sendOutward } from '#layers/northlight/server/outward/send-outward.ts'
import type { OutwardLimits } from '#layers/northlight/server/outward/send-outward.ts'
import { loopbackCertificate, trustLoopbackCertificate } from '#layers/northlight/tests/support/loopback-certificate.ts'

const own: OutwardLimits = { privateAddresses: ['127.0.0.0/8'] }
const resolveTo = (...addresses: string[]): ResolveName => async () => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))

describe('what goes out to servers of others', () => {
  let servers: Server[] = []
  let asked = 0
  afterEach(async () => {
    for (const server of servers) {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    }
    servers = []
    asked = 0
  })

  const listen = async (listener: RequestListener, scheme: 'http' | 'https' = 'http') => {
    const counted: RequestListener = (request, response) => {
      asked += 1
      return listener(request, response)
    }
    const server = scheme === 'http' ? createServer(counted) : createHttpsServer(loopbackCertificate, counted)
    servers.push(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return (server.address() as AddressInfo).port
  }
  const hello: RequestListener = (_request, response) => response.end('hello')
  const send = (url: string, limits: OutwardLimits = own, more: Partial<Parameters<typeof sendOutward>[0]> = {}) =>
    sendOutward({ url: new URL(url), method: 'POST', body: '{}', reads: 'text', signal: new AbortController().signal, ...more }, limits)

  it('arrives as it was sent, where the operator allows the address', async () => {
    const port = await listen((request, response) => {
      let body = ''
      request.on('data', (piece) => body += String(piece)).on('end', () => response.writeHead(201, { 'x-seen': `${request.method} ${request.url} ${request.headers['x-a']}` }).end(body))
    })
    expect(await send(`http://127.0.0.1:${port}/a?b=1`, own, { headers: { 'x-a': 'b' }, body: '{"ü":1}' })).toMatchObject({ status: 201, headers: { 'x-seen': 'POST /a?b=1 b' }, text: '{"ü":1}' })
  })

  it.each([
    '127.0.0.1', '2130706433', '0x7f000001', '0177.0.0.1', '127.1', '0', '0.0.0.0', '[::1]', '[::]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::127.0.0.1]', '[64:ff9b::7f00:1]', '[64:ff9b:1::7f00:1]', '[2002:7f00:1::]',
    'localhost', 'localhost.', '10.0.0.1', '172.16.0.1', '192.168.1.1', '100.64.0.1', '169.254.169.254', '[::ffff:169.254.169.254]', '[fe80::1]', '[fd00:ec2::254]', '[fc00::1]', '[fec0::1]',
    '168.63.129.16', '198.18.0.1', '192.0.2.1', '224.0.0.1', '[ff02::1]', '240.0.0.1', '255.255.255.255',
  ])('is never sent to %s', async (host) => {
    const port = await listen(hello)
    // Names are looked up by the system, as they are outside tests: `localhost.` may be none.
    await expect(send(`https://${host}:${port}/`, { privateAddresses: [] })).rejects.toThrow(/^it is at an address that this server may not call$|^its name could not be looked up$/)
    await expect(send(`http://${host}:${port}/`, { privateAddresses: [] })).rejects.toThrow(NotSentError)
    expect(asked).toBe(0)
  })

  it.each([['127.0.0.1'], ['::1'], ['93.184.215.14', '10.0.0.1'], ['::ffff:10.0.0.1'], ['fe80::1%lo'], []])('is not sent to a name that leads to %s', async (...addresses) => {
    await expect(send('https://hooks.test/', { privateAddresses: [], resolve: resolveTo(...addresses) })).rejects.toThrow('it is at an address that this server may not call')
  })

  it('goes to the addresses that were looked at, and looks none up again', async () => {
    const port = await listen(hello)
    let times = 0
    const resolve: ResolveName = async () => [{ address: times++ === 0 ? '127.0.0.1' : '127.0.0.2', family: 4 }]
    expect((await send(`http://rebinding.test:${port}/`, { privateAddresses: ['127.0.0.1'], resolve })).text).toBe('hello')
    expect([times, asked]).toEqual([1, 1])
  })

  it('goes to allowed addresses alone where a name leads to others too', async () => {
    const port = await listen(hello)
    expect((await send(`http://both.test:${port}/`, { privateAddresses: ['127.0.0.1'], resolve: resolveTo('10.0.0.1', '127.0.0.1') })).text).toBe('hello')
  })

  it('is not sent in plain http to what is public', async () => {
    await expect(send('http://hooks.test/', { privateAddresses: ['10.0.0.0/8'], resolve: resolveTo('93.184.215.14') })).rejects.toThrow('it is not asked by https')
  })

  it('is not sent by another scheme, nor with a name and a password', async () => {
    for (const url of ['ftp://127.0.0.1/', 'file:///etc/passwd', 'https://ada:secret@127.0.0.1/']) await expect(send(url)).rejects.toThrow('its address is not one to call')
  })

  it('follows no redirect', async () => {
    const secondPort = await listen(hello)
    const port = await listen((_request, response) => response.writeHead(307, { location: `http://127.0.0.1:${secondPort}/` }).end())
    expect((await send(`http://127.0.0.1:${port}/`)).status).toBe(307)
    expect(asked).toBe(1)
  })

  it('goes by https to a certificate that is good, and sends nothing to one that is not', async () => {
    const port = await listen(hello, 'https')
    await expect(send(`https://127.0.0.1:${port}/`)).rejects.toThrow(new NotSentError('its certificate is not valid'))
    expect(asked).toBe(0)
    const forget = trustLoopbackCertificate()
    try {
      expect((await send(`https://127.0.0.1:${port}/`)).text).toBe('hello')
    }
    finally {
      forget()
    }
  })

  it('is known not to be sent where nobody listens, or a name leads nowhere', async () => {
    const port = await listen(hello)
    servers[0]?.close()
    await expect(send(`http://127.0.0.1:${port}/`)).rejects.toThrow(new NotSentError('it refuses connections'))
    await expect(send('https://nothing.test/', { ...own, resolve: () => Promise.reject(new Error('ENOTFOUND')) })).rejects.toThrow(new NotSentError('its name could not be looked up'))
    await expect(send('https://slow.test/', { ...own, mostMs: 20, resolve: () => new Promise(() => {}) })).rejects.toThrow(new NotSentError('it did not answer in time'))
  })

  it.each<[string, RequestListener]>([
    ['no answer', () => {}],
    ['a slow body', (_request, response) => void response.write('a')],
    ['a body that breaks off', (_request, response) => void response.writeHead(200, { 'content-length': '100' }).write('a', () => response.destroy())],
    ['a connection that breaks', (request) => request.destroy()],
    ['an endless body', (_request, response) => {
      const more = () => void response.write('a'.repeat(1_000), () => setImmediate(more))
      more()
    }],
  ])('has an end, and nobody knows what was done: %s', async (_name, listener) => {
    const port = await listen(listener)
    const failure = await send(`http://127.0.0.1:${port}/`, { ...own, mostMs: 300, mostBytes: 10_000 }).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(Error)
    expect(failure).not.toBeInstanceOf(NotSentError)
    expect(asked).toBe(1)
  })

  it('reads no body where the status is all that counts', async () => {
    const port = await listen((_request, response) => {
      const more = () => void response.write('a'.repeat(1_000), () => setImmediate(more))
      response.writeHead(202)
      more()
    })
    expect(await send(`http://127.0.0.1:${port}/`, { ...own, mostMs: 5_000 }, { reads: 'status' })).toMatchObject({ status: 202, text: '' })
  })

  it('ends when its caller does', async () => {
    const port = await listen(() => stop.abort(new Error('Stopped.')))
    const stop = new AbortController()
    await expect(send(`http://127.0.0.1:${port}/`, own, { signal: stop.signal })).rejects.toThrow('Stopped.')
  })
})
