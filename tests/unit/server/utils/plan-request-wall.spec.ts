import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { planRequestWall } from '#layers/northlight/server/utils/plan-request-wall.ts'
import type { WallPlace, WallRequest } from '#layers/northlight/server/utils/plan-request-wall.ts'
import { toClientAddress } from '#layers/northlight/server/utils/to-client-address.ts'

const local: WallPlace = { NORTHLIGHT_AUTH: 'local' }
const behindProxy: WallPlace = { NORTHLIGHT_AUTH: 'password', NORTHLIGHT_URL: 'https://chat.example' }
const json = 'application/json'

function plan(request: Partial<WallRequest> & { headers?: WallRequest['headers'] }, place: WallPlace) {
  const host = place.NORTHLIGHT_AUTH === 'local' ? '127.0.0.1:3000' : 'chat.example'
  return planRequestWall({ method: 'POST', path: '/api/chats', overridesMethod: false, hasBody: true, ...request, headers: { host, contentType: json, ...request.headers } }, place)?.code
}

describe('the host', () => {
  it('is that of NORTHLIGHT_URL where one is set, its usual port written or not, save for who asks how the server is', () => {
    const ask = (host: string, path = '/api/chats') => plan({ method: 'GET', path, headers: { host } }, behindProxy)
    expect([ask('chat.example'), ask('CHAT.example:443')]).toEqual([undefined, undefined])
    for (const host of ['evil.test', 'chat.example:80', 'chat.example.evil.test', '127.0.0.1:3000', 'chat.example@evil.test', '', 'chat.example/x']) expect([host, ask(host)]).toEqual([host, 'host-refused'])
    expect([ask('10.0.0.7:3000', '/healthz'), ask('10.0.0.7:3000', '/readyz')]).toEqual([undefined, undefined])
  })

  it('is anything where people sign in and no address is set', () => {
    expect(plan({ headers: { host: '10.0.0.7' } }, { NORTHLIGHT_AUTH: 'password' })).toBeUndefined()
  })
})

describe('the origin', () => {
  it('is the address that people open, its scheme too, behind a proxy', () => {
    const ask = (origin: string) => plan({ headers: { origin } }, behindProxy)
    expect(ask('https://chat.example')).toBeUndefined()
    for (const origin of ['http://chat.example', 'https://chat.example:8443', 'https://evil.test', 'null', '']) expect([origin, ask(origin)]).toEqual([origin, 'origin-refused'])
  })
})

describe('a method that is not the request\'s own', () => {
  it('is refused, whatever the real one is', () => {
    for (const method of ['GET', 'POST']) expect(plan({ method, overridesMethod: true }, local)).toBe('request-invalid')
  })
})

describe('a path in disguise', () => {
  it.each(['//api/chats', '/api//chats', '/api/..%2fchats', '/x/../api/chats', '/api/chats/..', '/%2fapi/x', '\\api\\chats', '/api/./chats', '/API%2Fchats', '/api/%2e%2e/x', '/api/x%00', '/api/%252e'])('is no route: %s', (path) => {
    expect(plan({ method: 'GET', path, hasBody: false }, local)).toBe('not-found')
  })

  it.each(['/', '/api/chats', '/api/files/a-b_c', '/docs//a', '/chat/0123456789abcdef', '/a%2fb', '/apiary//x'])('is not %s', (path) => {
    expect(plan({ method: 'GET', path, hasBody: false }, local)).toBeUndefined()
  })

  it('never lets a body through that the plain path would not', () => {
    const disguises = fc.array(fc.constantFrom('/', '//', '/./', '/../', '%2f', '\\', 'api', 'API', 'files', 'Files', 'runs', '.', '%2e', 'x', '%00'), { maxLength: 8 }).map((parts) => parts.join(''))
    fc.assert(fc.property(disguises, (path) => {
      const isTaken = plan({ path, headers: { contentType: 'text/xml' } }, local) === undefined
      expect(isTaken).toBe(path === '/api/files' || path === '/api/runs')
    }), { numRuns: 2_000 })
  })
})

describe('the content type', () => {
  it.each(['text/plain', 'image/png', 'application/pdf', 'application/octet-stream', 'application/vnd.ms-excel; charset=x', 'message/rfc822'])('of a file may be %s', (contentType) => {
    expect(plan({ path: '/api/files', headers: { contentType } }, local)).toBeUndefined()
  })

  it.each(['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', '*/*', 'text/*', 'text', 'text/', 'text/a b', '', 'x-other/thing'])('of a file is never %j', (contentType) => {
    expect(plan({ path: '/api/files', headers: { contentType } }, local)).toBe('content-type-refused')
  })

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/json', ''])('of a sign-in is JSON, never %j', (contentType) => {
    expect(plan({ path: '/api/session', headers: { contentType } }, behindProxy)).toBe('content-type-refused')
  })
})

describe('the address that a request comes from', () => {
  it.each([
    [0, '203.0.113.9', '10.0.0.1'],
    [1, '203.0.113.9', '203.0.113.9'],
    [1, '198.51.100.1, 203.0.113.9', '203.0.113.9'],
    [2, '198.51.100.1, 203.0.113.9', '198.51.100.1'],
    [2, '192.0.2.66, 198.51.100.1, 203.0.113.9', '198.51.100.1'],
    [2, '203.0.113.9', '203.0.113.9'],
    [1, undefined, '10.0.0.1'],
    [1, 'not an address', '10.0.0.1'],
    [1, '[2001:db8::1]:4711', '2001:db8::1'],
    [1, '203.0.113.9:4711', '203.0.113.9'],
  ])('with %i proxies and "%s" is %s', (proxies, forwardedFor, address) => {
    expect(toClientAddress('10.0.0.1', forwardedFor, proxies)).toBe(address)
  })
})
