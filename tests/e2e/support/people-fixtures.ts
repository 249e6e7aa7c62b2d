import type { BrowserContext, Page } from '@playwright/test'
import { startBuiltServer } from './built-server.ts'
import { createApp, expect, test as base, waitForHydration, watchFaults } from './fixtures.ts'
import type { App } from './fixtures.ts'

export const password = 'a long enough password'

/** Somebody who has signed up, and what their browser would send. */
export interface Person {
  name: string
  email: string
  cookie: string
  /** As this person; throws where it is refused. */
  send<Answer = Record<string, unknown>>(method: string, path: string, body?: unknown): Promise<Answer>
  /** Signs this person in in a browser. */
  enter(context: BrowserContext): Promise<void>
}

export interface People {
  /** The first one, who has claimed the workspace. */
  owner: Person
  /** Somebody new, in the owner's organisation, or in another's. */
  join(name: string, by?: Person, role?: 'admin' | 'member'): Promise<Person>
  /** Makes a way in for an address, and gives its path. */
  invite(email: string, by?: Person, role?: 'admin' | 'member'): Promise<string>
  /** Somebody new with an organisation of their own. */
  found(name: string): Promise<Person>
}

/** What makes a server one that people sign in to. */
export const passwordVariables = { NORTHLIGHT_AUTH: 'password', NORTHLIGHT_SECRET: 'for-tests-alone-0123456789abcdefghij' }

/** Opens a page in a browser of somebody's own, or of a stranger's, and waits until it can be acted on. */
export type OpenAs = (person: Person | undefined, path: string) => Promise<Page>

/** A server that people sign in to, with a first person; each test brings its own others. */
export const test = base.extend<{ openAs: OpenAs }, { people: People }>({
  variables: [async ({ browserName: _browserName }, use) => use(passwordVariables), { scope: 'worker' }],
  app: [async ({ variables }, use) => {
    const server = await startBuiltServer(variables)
    await use(createApp(server))
    await server.stop()
  }, { scope: 'worker', timeout: 90_000 }],
  people: [async ({ app }, use) => use(await createPeople(app)), { scope: 'worker', timeout: 60_000 }],
  openAs: async ({ browser, app }, use) => {
    const contexts: { context: BrowserContext, seen: readonly string[] }[] = []
    await use(async (person, path) => {
      const context = await browser.newContext()
      contexts.push({ context, seen: await watchFaults(context) })
      await person?.enter(context)
      const page = await context.newPage()
      await page.goto(new URL(path, app.server.url).href)
      await waitForHydration(page)
      return page
    })
    for (const { context } of contexts) await context.close()
    expect(contexts.flatMap(({ seen }) => seen)).toEqual([])
  },
  // One server serves all tests of the worker: nothing of a person is anybody else's.
  ownServer: async ({ browserName: _browserName }, use) => use(),
})

export { expect } from './fixtures.ts'

export async function createPeople(app: Pick<App, 'server'>): Promise<People> {
  let count = 0
  const signUp = async (name: string, invitationId?: string, email = `${name.toLowerCase()}-${++count}@example.com`) => {
    const response = await fetch(`${app.server.url}/api/people`, {
      method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ name, email, password, ...(invitationId ? { invitationId } : {}) }),
    })
    if (response.status !== 201) throw new Error(`${name} could not sign up: ${response.status} ${await response.text()}`)
    return toPerson(app.server.url, name, email, response.headers.getSetCookie())
  }
  const owner = await signUp('Owner')
  const invite = async (email: string, by = owner, role: 'admin' | 'member' = 'member') => String((await by.send('POST', '/api/invitations', { email, role })).path)
  const join = async (name: string, by = owner, role: 'admin' | 'member' = 'member') => {
    const email = `${name.toLowerCase()}-${++count}@example.com`
    return signUp(name, new URLSearchParams((await invite(email, by, role)).split('?')[1]).get('invitation') ?? '', email)
  }
  return {
    owner, join, invite,
    async found(name) {
      const person = await join(name)
      await person.send('POST', '/api/organizations', { name: `Organisation of ${name}` })
      return person
    },
  }
}

function toPerson(url: string, name: string, email: string, setCookies: string[]): Person {
  const cookie = setCookies.map((line) => line.split(';')[0]).join('; ')
  return {
    name, email, cookie,
    async send<Answer>(method: string, path: string, body?: unknown) {
      const response = await fetch(`${url}${path}`, {
        method, headers: { cookie, ...(body === undefined ? {} : { 'content-type': 'application/json' }) }, ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      if (!response.ok) throw new Error(`${method} ${path} as ${name}: ${response.status} ${await response.text()}`)
      return (response.status === 204 ? undefined : await response.json()) as Answer
    },
    async enter(context) {
      await context.addCookies(cookie.split('; ').map((pair) => {
        const [cookieName = '', ...value] = pair.split('=')
        return { name: cookieName, value: value.join('='), url, httpOnly: true, sameSite: 'Lax' as const }
      }))
    },
  }
}
