import type { Page } from '@playwright/test'
import { placementMessage } from '#layers/northlight/tests/fixtures/messages/placement-message.ts'
import { expect, test } from './support/host-app.ts'

const question = { id: 'q', role: 'user', parts: [{ type: 'text', text: 'May we act for Bergen Lines?' }] }
const done = (name: string, id: string, output: unknown) =>
  ({ type: `tool-${name}`, toolCallId: id, state: 'output-available', input: { party: 'Bergen Lines' }, output })

/** Calls of the host's own tools, as another app stored them: without a manner. */
const hostTools = {
  id: 'a', role: 'assistant', parts: [
    done('read_docket', 'c1', 'two entries'),
    done('check_conflicts', 'c2', { clear: true }),
    done('broken_check', 'c3', 'no list of parties'),
    { ...done('check_conflicts', 'c4', undefined), state: 'output-error', errorText: 'The register is closed.' },
    { type: 'text', text: 'You may: no conflict was found.' },
  ],
}

const everything = (page: Page) => page.getByRole('region', { name: 'Everything' })
const asSaved = (page: Page) => page.getByRole('region', { name: 'As saved' })
const toColour = (page: Page, selector: string, property: string) =>
  page.locator(selector).first().evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property)

/** Every request to `path` that leaves the browser. */
function countRequests(page: Page, path: string) {
  const seen: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === path) seen.push(request.method())
  })
  return seen
}

test('a host that extends a packed tarball serves its own pages, ours, its routes and ours', async ({ page, app }) => {
  await app.open(page, '/')
  await expect(page.getByText('A page of the host\'s own.')).toBeVisible()
  await expect(page.locator('.nl-shell')).toHaveCount(0)
  const get = (path: string, accept = 'application/json') => fetch(`${app.server.url}${path}`, { headers: { accept } })
  expect(await (await get('/api/host')).json()).toEqual({ host: 'Harbour Legal' })
  expect(await (await get('/healthz')).json()).toMatchObject({ ok: true })
  expect(await (await get('/api/settings/chat')).json()).toEqual({ detailLevel: 1 })
  expect((await fetch(`${app.server.url}/api/settings/chat`, { method: 'HEAD' })).status).toBe(200)
  for (const path of ['/embed', '/word', '/settings/appearance']) expect((await get(path, 'text/html')).status).toBe(200)
  const unknown = await page.goto(`${app.server.url}/nowhere`)
  expect(unknown?.status()).toBe(404)
  await expect(page.getByText('Harbour Legal has no such page (404).')).toBeVisible()
})

test('a new chat begins beside the host\'s start page, not on it', async ({ page, app }) => {
  const id = await app.importChat([question, placementMessage])
  await app.open(page, `/chat/${id}`)
  await page.getByRole('button', { name: 'New chat' }).click()
  await expect(page).toHaveURL(`${app.server.url}/chat`)
  await app.ask(page, 'Which tests are flaky?')
  await expect(page.locator('[data-slot="answer"]').last()).toContainText('flaky')
  await expect(page).toHaveURL(/\/chat\/[\w-]{16,64}$/)
})

test('a chat on a host\'s page asks, answers and is stored', async ({ page, app }) => {
  await app.open(page, '/desk')
  await asSaved(page).getByRole('textbox', { name: 'Message' }).fill('Which tests are flaky?')
  await asSaved(page).getByRole('button', { name: 'Send' }).click()
  await expect(asSaved(page).locator('[data-slot="answer"]').last()).toContainText('flaky')
  await expect(everything(page).locator('[data-slot="message"]')).toHaveCount(0)
})

test('a forced level wins on its surface only, and the saved one stays', async ({ page, app }) => {
  const id = await app.importChat([question, placementMessage])
  await app.saveLevel(0)
  const html = await (await fetch(`${app.server.url}/desk?chat=${id}`)).text()
  expect([...html.matchAll(/data-detail-level="(\d)"/g)].map(([, level]) => level)).toEqual(['4', '0'])
  await app.open(page, `/desk?chat=${id}`)
  await expect(everything(page).locator('[data-slot="transcript"]')).toHaveAttribute('data-detail-level', '4')
  await expect(asSaved(page).locator('[data-slot="transcript"]')).toHaveAttribute('data-detail-level', '0')
  await expect(everything(page).locator('[data-slot="steps"]').first()).toBeVisible()
  await expect(asSaved(page).locator('[data-slot="steps"]')).toHaveCount(0)
  expect(await (await fetch(`${app.server.url}/api/settings/chat`)).json()).toEqual({ detailLevel: 0 })
})

test('a page of four surfaces reads the preference once, and not at all when the server has rendered it', async ({ page, app }) => {
  const reads = countRequests(page, '/api/settings/chat')
  await app.open(page, '/many')
  await expect(page.locator('[data-slot="empty"]')).toHaveCount(4)
  expect(reads).toEqual([])
  await app.open(page, '/')
  await page.getByRole('link', { name: 'Many' }).click()
  await expect(page.locator('[data-slot="empty"]')).toHaveCount(4)
  await expect.poll(() => reads).toEqual(['GET'])
})

test('the host\'s own fetch carries the requests of its surface, and of no other', async ({ page, app }) => {
  const desks: (string | undefined)[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') desks.push(request.headers()['x-host-desk'])
  })
  await app.open(page, '/desk')
  for (const surface of [everything(page), asSaved(page)]) {
    await surface.getByRole('textbox', { name: 'Message' }).fill('Which tests are flaky?')
    await surface.getByRole('button', { name: 'Send' }).click()
    await expect(surface.locator('[data-slot="answer"]').last()).toContainText('flaky')
  }
  expect(desks).toEqual(['conflicts', undefined])
})

test('the host\'s renderers draw its calls where it gave them; ours stand in for one that throws, and show every failure', async ({ page, app }) => {
  const id = await app.importChat([question, hostTools])
  await app.saveLevel(1)
  await app.open(page, `/desk?chat=${id}`)
  const ours = everything(page)
  await expect(ours.locator('.host-conflicts')).toHaveCount(1)
  await expect(ours.locator('[data-slot="receipt"] .host-conflicts')).toContainText('done: {"clear":true}')
  await expect(ours.locator('[data-slot="receipt"]').filter({ hasText: 'broken check' })).toBeVisible()
  await expect(ours.locator('[data-slot="receipt"]').filter({ hasText: 'The register is closed.' })).toBeVisible()
  await expect(ours.locator('[data-slot="receipt"]')).toHaveCount(3)
  await expect(ours.locator('[data-slot="answer"]')).toContainText('no conflict was found')
  await ours.getByRole('button', { name: 'Read the docket' }).click()
  await expect(ours.locator('[data-slot="tool-details"] .host-docket')).toHaveText('Docket {"party":"Bergen Lines"}')
  await expect(asSaved(page).locator('.host-conflicts, .host-docket')).toHaveCount(0)
  await expect(asSaved(page).locator('[data-slot="receipt"]')).toHaveCount(0)
})

test('the host\'s theme wins, everywhere or in one place, and nothing of ours reaches its page', async ({ page, app }) => {
  const id = await app.importChat([question, placementMessage])
  await app.open(page, `/desk?chat=${id}`)
  expect(await toColour(page, '.host-night .nl-root', 'background-color')).toBe('rgb(20, 20, 40)')
  expect(await toColour(page, '[aria-label="As saved"] .nl-root', 'background-color')).toBe('rgb(253, 253, 252)')
  expect(await toColour(page, '[aria-label="As saved"] .nl-root', '--nl-accent')).toBe('#78143c')
  expect(await toColour(page, '[aria-label="As saved"] .nl-quiet-button', 'text-transform')).toBe('none')
  await app.open(page, '/')
  expect(await page.title()).toBe('')
  expect(await toColour(page, 'html', 'color-scheme')).toBe('normal')
  expect(await toColour(page, 'body', 'background-color')).toBe('rgb(250, 240, 230)')
  expect(await toColour(page, '.host-text', 'font-family')).toBe('serif')
  expect(await toColour(page, '.host-button', 'border-top-width')).toBe('3px')
})

test('the tarball has what runs, and no tests or data', async ({ host }) => {
  const folders = new Set(host.packedFiles.map((path) => path.split('/')[0]))
  expect(folders).not.toContain('tests')
  for (const page of ['pages/gallery.vue', 'pages/approval-gallery.vue']) expect(host.packedFiles).not.toContain(page)
  expect(host.packedFiles).not.toContain('pages/bench.vue')
  expect(host.packedFiles).toEqual(expect.arrayContaining(['nuxt.config.ts', 'generated/prisma/client.ts', 'prisma/migrations/migration_lock.toml', 'LICENSE', 'README.md']))
})
