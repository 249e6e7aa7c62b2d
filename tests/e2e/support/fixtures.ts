import { test as base, expect } from '@playwright/test'
import type { BrowserContext, Page } from '@playwright/test'
import { defaultDetailLevel } from '#layers/northlight/shared/settings/detail-level.ts'
import type { DetailLevel } from '#layers/northlight/shared/settings/detail-level.ts'
import { startBuiltServer } from './built-server.ts'
import type { BuiltServer } from './built-server.ts'

export interface ServerVariables {
  variables: Record<string, string>
}

export interface App {
  server: BuiltServer
  /** Whose tests the server has records of. */
  file?: string
  /** Opens a page of the app and waits until it can be acted on. */
  open(page: Page, path?: string): Promise<void>
  saveLevel(level: DetailLevel): Promise<void>
  /** Imports a transcript and gives its chat's id. */
  importChat(messages: unknown[], title?: string): Promise<string>
  ask(page: Page, text: string): Promise<void>
}

/** What a page must never log, whatever a test is about. */
const faults = /hydration|mismatch|unhandled|\[vue warn\]|content security policy|policy violation/i

/**
 * One production server a test file, with the default level at each test's beginning, and a page that fails its test on
 * a page error or a hydration warning.
 */
export const test = base.extend<{ faultless: void, ownServer: void }, ServerVariables & { app: App }>({
  variables: [{}, { option: true, scope: 'worker' }],
  app: [async ({ variables }, use) => {
    const app = createApp(await startBuiltServer(variables))
    await use(app)
    await app.server.stop()
  }, { scope: 'worker', timeout: 90_000 }],
  ownServer: [async ({ app, variables }, use, { file }) => {
    if (app.file !== undefined && app.file !== file) {
      await app.server.stop()
      app.server = await startBuiltServer(variables)
    }
    app.file = file
    await app.saveLevel(defaultDetailLevel)
    await use()
  }, { auto: true }],
  faultless: [async ({ context }, use) => {
    const seen = await watchFaults(context)
    await use()
    expect(seen).toEqual([])
  }, { auto: true }],
})

/** What pages of a context say that none must, from now on. */
export async function watchFaults(context: BrowserContext): Promise<readonly string[]> {
  const seen: string[] = []
  context.on('weberror', (error) => seen.push(String(error.error())))
  context.on('console', (message) => {
    if (faults.test(message.text())) seen.push(`${message.page()?.url()}: ${message.text()}`)
  })
  await context.addInitScript(reportViolations)
  return seen
}

export { expect }

export function createApp(server: BuiltServer): App {
  const send = async (method: string, path: string, body: unknown) => {
    const response = await fetch(`${app.server.url}${path}`, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return response.json() as Promise<Record<string, unknown>>
  }
  const app: App = {
    server,
    async open(page, path = '/') {
      await page.goto(`${app.server.url}${path}`)
      await waitForHydration(page)
    },
    async saveLevel(detailLevel) {
      await send('PATCH', '/api/settings/chat', { detailLevel })
    },
    async importChat(messages, title = 'Imported') {
      return String((await send('POST', '/api/chats/import', { title, messages })).id)
    },
    async ask(page, text) {
      await page.getByRole('textbox', { name: 'Message' }).fill(text)
      await page.getByRole('button', { name: 'Send' }).click()
    },
  }
  return app
}

export async function waitForHydration(page: Page) {
  await page.waitForFunction(() => (window as { useNuxtApp?: () => { isHydrating?: boolean } }).useNuxtApp?.().isHydrating === false)
}

/** Runs in the page, before everything of its own: what the page's policy refuses is an error of the page. */
function reportViolations() {
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile, sample, lineNumber }) => {
    console.error(`Policy violation: ${effectiveDirective} ${blockedURI} in ${sourceFile}:${lineNumber} ${sample}`)
  })
}
