import type { SessionState } from '#layers/northlight/shared/people/session-state.ts'
import type { TestServer } from './start-test-server.ts'

/** Somebody's browser: it keeps the cookies that the server sets, and sends them. */
export interface BrowserSession extends TestServer {
  /** As the next request will send them; empty: none. */
  readonly cookie: string
}

/** The same server, asked by one person's browser. */
export function openBrowser(server: TestServer): BrowserSession {
  const jar = new Map<string, string>()
  const toCookie = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
  const ask = async (path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers)
    if (jar.size > 0 && !headers.has('cookie')) headers.set('cookie', toCookie())
    const response = await fetch(`${server.url}${path}`, { ...init, headers })
    for (const cookie of response.headers.getSetCookie()) keep(jar, cookie)
    return response
  }
  return {
    ...server,
    get cookie() {
      return toCookie()
    },
    fetch: ask,
    send: (method, path, body, headers = {}) => ask(path, {
      method, headers: { 'content-type': 'application/json', ...headers }, body: typeof body === 'string' ? body : JSON.stringify(body),
    }),
  }
}

function keep(jar: Map<string, string>, cookie: string) {
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
  if (/max-age=0/i.test(cookie)) jar.delete(name)
  else jar.set(name, value)
}

export const testPassword = 'correct horse battery'

/** Signs the first person up, who takes over what is here. */
export async function signUpFirst(server: TestServer, name = 'Owner', email = 'owner@example.com'): Promise<BrowserSession> {
  const browser = openBrowser(server)
  await expectStatus(await browser.send('POST', '/api/people', { name, email, password: testPassword }), 201)
  return browser
}

/** Signs somebody up whom `inviter` asks into the organisation that they work in. */
export async function signUpInvited(inviter: BrowserSession, name: string, email: string, role: 'admin' | 'member' = 'member'): Promise<BrowserSession> {
  const invitation = await (await expectStatus(await inviter.send('POST', '/api/invitations', { email, role }), 201)).json() as { id: string }
  const browser = openBrowser(inviter)
  await expectStatus(await browser.send('POST', '/api/people', { name, email, password: testPassword, invitationId: invitation.id }), 201)
  return browser
}

export async function readSession(browser: Pick<TestServer, 'fetch'>): Promise<SessionState> {
  return await (await expectStatus(await browser.fetch('/api/session'), 200)).json() as SessionState
}

/** Signs in; gives the answer, whatever it is. */
export function signIn(browser: BrowserSession, email: string, password = testPassword): Promise<Response> {
  return browser.send('POST', '/api/session', { email, password })
}

export async function expectStatus(response: Response, status: number): Promise<Response> {
  if (response.status !== status) throw new Error(`${response.status} instead of ${status}: ${await response.text()}`)
  return response
}
