import { request } from 'node:http'
import { beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { signUpFirst } from '#layers/northlight/tests/support/browser-session.ts'
import type { BrowserSession } from '#layers/northlight/tests/support/browser-session.ts'
import { dumpRows } from '#layers/northlight/tests/support/dump-rows.ts'
import { listRouteFiles } from '#layers/northlight/tests/support/route-files.ts'
import type { RouteFile } from '#layers/northlight/tests/support/route-files.ts'
import { embeddedDatabase } from '#layers/northlight/tests/support/test-databases.ts'
import { usePeopleServers } from '#layers/northlight/tests/support/use-people-servers.ts'

const id = 'none-0123456789abcdef'
const errorSchema = z.object({ code: z.string(), message: z.string(), fix: z.string().optional() })

const routes = listRouteFiles().filter(({ method }) => method !== '')
const changing = routes.filter(({ method }) => method !== 'GET')
const toPath = ({ path }: RouteFile) => path.replaceAll(/:\w+/g, id)

/** Its body is a file, whatever is in it. */
const takesFiles = (path: string) => path === '/api/files' || path === '/api/runs'
/** These change something without a body: who asks is all that they need. */
const needsNoBody = (route: RouteFile) => route.method === 'DELETE' || /\/(?:stop|accept)$/.test(route.path)

/** What stands where a text, a number or a list belongs. */
const operators = [{ not: '' }, { contains: '' }, { in: [''] }, { startsWith: '' }, { equals: null }, [], null, 0, true]
const fieldNames = ['id', 'email', 'password', 'name', 'chat', 'title', 'dotId', 'messageId', 'message', 'messages', 'trigger', 'detailLevel', 'organizationId', 'invitationId', 'role', 'scopes', 'isShared', 'isDeleted', 'activeMessageId']

interface Answer {
  status: number
  text: string
}

/** Each route is asked hundreds of times. In milliseconds. */
const longest = 180_000

describe('every route, asked in ways that it is not meant for', () => {
  const servers = usePeopleServers(embeddedDatabase)
  let person: BrowserSession
  beforeEach(async () => {
    person = await signUpFirst(await servers.start({}, { NORTHLIGHT_LIMITS: 'off' }))
  })

  /** Without what `fetch` would add. */
  const send = (method: string, path: string, headers: Record<string, string> = {}, body?: string) => new Promise<Answer>((resolve, reject) => {
    const sent = request(`${person.url}${path}`, { method, headers: { cookie: person.cookie, ...headers } }, (response) => {
      const isStream = response.headers['content-type']?.includes('event-stream')
      if (isStream) return resolve({ status: response.statusCode ?? 0, text: '' }), sent.destroy()
      let text = ''
      response.setEncoding('utf8').on('data', (piece: string) => text += piece).on('end', () => resolve({ status: response.statusCode ?? 0, text })).on('error', reject)
    })
    sent.on('error', reject)
    sent.end(body)
  })

  const expectRefusal = (what: string, { status, text }: Answer) => {
    expect([what, status], text).toEqual([what, expect.toSatisfy((code: number) => code >= 400 && code < 500)])
    expect([what, errorSchema.safeParse(JSON.parse(text)).success]).toEqual([what, true])
  }
  const expectLife = async () => expect((await send('GET', '/healthz')).status).toBe(200)

  it('refuses what has no body, and what has one of the wrong type', async () => {
    for (const route of changing) {
      const what = `${route.method} ${route.path}`
      if (!needsNoBody(route)) {
        expectRefusal(`${what} without a body`, await send(route.method, toPath(route)))
        expectRefusal(`${what} with an empty body`, await send(route.method, toPath(route), { 'content-type': 'application/json', 'content-length': '0' }))
      }
      for (const type of ['', 'text/html; charset', 'application/x-www-form-urlencoded', 'multipart/form-data', 'json', '*/*', '\u00FF']) {
        if (takesFiles(route.path) && /^(?:text\/html|multipart)/.test(type)) continue
        expectRefusal(`${what} as "${type}"`, await send(route.method, toPath(route), { 'content-type': type, 'content-length': '2' }, '{}'))
      }
    }
    await expectLife()
  }, longest)

  it('refuses what is JSON of another form: no object, or an object of a filter\'s where a text belongs', async () => {
    const before = await dumpRows(servers.database)
    for (const route of changing.filter((one) => !takesFiles(one.path) && !needsNoBody(one))) {
      const bodies = ['[]', '"x"', '0', 'null', '{"__proto__":{"id":"x"}}', '{"constructor":{"prototype":{}}}', ...operators.map((operator) => JSON.stringify(Object.fromEntries(fieldNames.map((name) => [name, operator]))))]
      const ofOneField = fieldNames.map((name) => JSON.stringify({ [name]: { not: '' } }))
      for (const body of [...bodies, ...ofOneField]) {
        const answer = await send(route.method, toPath(route), { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }, body)
        expectRefusal(`${route.method} ${route.path} ${body}`, answer)
      }
    }
    expect(await dumpRows(servers.database)).toBe(before)
    await expectLife()
  }, longest)

  it('takes no filter from an address', async () => {
    const before = await dumpRows(servers.database)
    // To sign out takes nothing but to ask.
    for (const route of routes.filter(({ method, path }) => `${method} ${path}` !== 'DELETE /api/session')) {
      const queries = ['id[not]=', 'chat[not]=x', 'search[contains]=a', 'chat=a&chat=b', 'unknown=1', '__proto__[x]=1', '%', '%00=%ff']
      for (const query of queries) {
        const answer = await send(route.method, `${toPath(route)}?${query}`, route.method === 'GET' ? {} : { 'content-type': 'application/json' })
        expect([`${route.method} ${route.path}?${query}`, answer.status < 500]).toEqual([`${route.method} ${route.path}?${query}`, true])
      }
      if (!route.path.includes(':')) continue
      for (const place of ['%7B%22not%22%3A%22%22%7D', '..%2f..%2fhealthz', '%00', '%', 'x'.repeat(5_000), '__proto__', '*']) {
        expectRefusal(`${route.method} ${route.path} with ${place.slice(0, 40)}`, await send(route.method, route.path.replaceAll(/:\w+/g, place)))
      }
    }
    expect(await dumpRows(servers.database)).toBe(before)
    await expectLife()
  }, longest)

  it('gives every refusal the headers of a route', async () => {
    const response = await person.fetch('/api/no-such-route')
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'cache-control': 'no-store', 'x-content-type-options': 'nosniff', 'cross-origin-resource-policy': 'same-site', 'content-security-policy': 'default-src \'none\'; frame-ancestors \'none\'',
    })
    expect(response.headers.get('x-powered-by')).toBeNull()
  })
})
