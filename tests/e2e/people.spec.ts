import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { startBuiltServer } from './support/built-server.ts'
import { waitForHydration } from './support/fixtures.ts'
import { tabTo } from './support/keyboard.ts'
import { expect, password, passwordVariables, test } from './support/people-fixtures.ts'
import type { Person } from './support/people-fixtures.ts'

/** So long after a person has lost their access, a page may still show what it showed. */
const cutMayTakeMs = 5_000

const say = (text: string) => [{ id: 'q', role: 'user', parts: [{ type: 'text', text }] }, { id: 'a', role: 'assistant', parts: [{ type: 'text', text: `About ${text}` }] }]
const field = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true })
const account = (page: Page) => page.getByRole('button', { name: /^Account:/ })
const list = (page: Page) => page.getByRole('navigation', { name: 'Chats' })

// Most begin with people who sign up, and a password's hash costs.
test.describe.configure({ timeout: 120_000 })

async function signIn(page: Page, { email }: Person) {
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email)
  await page.getByLabel('Password').fill(password)
  await page.keyboard.press('Enter')
}

async function importChat(person: Person, text: string) {
  return String((await person.send('POST', '/api/chats/import', { title: text, messages: say(text) })).id)
}

test('who comes first signs up, by keyboard alone, and takes over what is here; the next one needs an invitation', async ({ browser }) => {
  const local = await startBuiltServer()
  const imported = await fetch(`${local.url}/api/chats/import`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ title: 'Said before', messages: say('Said before') }) })
  expect(imported.status).toBe(201)
  // The same data, now with people.
  local.process.kill('SIGTERM')
  await new Promise((resolve) => local.process.once('exit', resolve))
  const server = await startBuiltServer(passwordVariables, local.dataFolder)
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(`${server.url}/settings/appearance`)
  await expect(page).toHaveURL(`${server.url}/sign-up`)
  await waitForHydration(page)
  await expect(page.getByText('what is in this workspace becomes yours')).toBeVisible()
  await tabTo(page, page.getByRole('textbox', { name: 'Name' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Type a name.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveAttribute('aria-invalid', 'true')
  await page.keyboard.type('Ada')
  await tabTo(page, page.getByRole('textbox', { name: 'E-mail' }))
  await page.keyboard.type('ada@example.com')
  await tabTo(page, page.getByLabel('Password'))
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${server.url}/`)
  await expect(list(page).getByRole('link', { name: /Said before/ })).toBeVisible()
  await expect(account(page)).toContainText('Ada')
  const stranger = await (await browser.newContext()).newPage()
  await stranger.goto(`${server.url}/sign-up`)
  await waitForHydration(stranger)
  await expect(stranger).toHaveURL(`${server.url}/sign-in`)
  await context.close()
  await server.stop()
})

test('a page without a person leads to the sign-in and back, on the server and in the browser; no address leads elsewhere', async ({ page, app, people }) => {
  const person = await people.join('Ida')
  const id = await importChat(person, 'A way back')
  const bare = await fetch(`${app.server.url}/chat/${id}`, { redirect: 'manual' })
  expect(bare.status).toBe(302)
  const { pathname, searchParams } = new URL(bare.headers.get('location') ?? '', app.server.url)
  expect([pathname, searchParams.get('next')]).toEqual(['/sign-in', `/chat/${id}`])
  await app.open(page, `/chat/${id}`)
  await signIn(page, { ...person, email: 'nobody@example.com' })
  await expect(page.getByRole('alert')).toContainText('The e-mail address or the password is wrong.')
  await expect(page.getByLabel('Password')).toBeFocused()
  await signIn(page, person)
  await expect(page).toHaveURL(`${app.server.url}/chat/${id}`)
  await expect(page.getByText('About A way back')).toBeVisible()
  await waitForHydration(page)
  for (const next of ['//evil.example', '/\\evil.example', 'https://evil.example', '/\t/evil.example']) {
    await app.open(page, `/sign-in?next=${encodeURIComponent(next)}`)
    expect(page.url()).toBe(`${app.server.url}/`)
  }
})

test('the form goes nowhere without a script, and nothing of it stands in an address', async ({ browser, app, people }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  const requests: string[] = []
  await page.goto(`${app.server.url}/sign-in?next=%2Fsettings%2Fpeople`)
  const address = page.url()
  page.on('request', (request) => requests.push(request.url()))
  await page.locator('input[type=email]').fill(people.owner.email)
  await page.locator('input[type=password]').fill(password)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Sign in' }).click()
  expect(page.url()).toBe(address)
  expect(requests).toEqual([])
  expect(await page.locator('input').evaluateAll((inputs) => inputs.map((input) => input.getAttribute('autocomplete')))).toEqual(['username', 'current-password'])
  await context.close()
})

test('somebody is invited by a link, joins, becomes an admin, and is removed: their open page ends within five seconds', async ({ openAs, app, people }) => {
  const owner = await openAs(people.owner, '/settings/people')
  await owner.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await owner.getByRole('textbox', { name: 'E-mail' }).fill('not an address')
  await owner.getByRole('button', { name: 'Make an invitation' }).click()
  await expect(owner.getByText('This is no e-mail address.')).toBeVisible()
  await owner.getByRole('textbox', { name: 'E-mail' }).fill('eve@example.com')
  await owner.getByRole('button', { name: 'Make an invitation' }).click()
  const invitation = owner.locator('[data-slot="invitation"]').filter({ hasText: 'eve@example.com' })
  await invitation.getByRole('button', { name: 'Copy link' }).click()
  await expect(invitation.getByRole('button', { name: 'Copied' })).toBeVisible()
  const link = await owner.evaluate(() => navigator.clipboard.readText())
  const guest = await openAs(undefined, link)
  await expect(guest.getByRole('textbox', { name: 'E-mail' })).toHaveValue('eve@example.com')
  await guest.getByRole('textbox', { name: 'Name' }).fill('Eve')
  await guest.getByLabel('Password').fill('short')
  await guest.keyboard.press('Enter')
  await expect(guest.getByLabel('Password')).toBeFocused()
  await guest.getByLabel('Password').fill(password)
  await guest.keyboard.press('Enter')
  await expect(guest).toHaveURL(`${app.server.url}/`)
  await waitForHydration(guest)
  await expect(account(guest)).toContainText('Eve')
  await guest.goto(`${app.server.url}/settings/people`)
  await expect(guest.locator('[data-slot="member"]').filter({ hasText: 'Eve (you)' })).toContainText('Member')
  await expect(guest.getByRole('heading', { name: 'Invitations' })).toHaveCount(0)
  await owner.reload()
  await waitForHydration(owner)
  const member = owner.locator('[data-slot="member"]').filter({ hasText: 'eve@example.com' })
  await member.getByRole('combobox', { name: 'Role of Eve' }).selectOption('admin')
  await expect(member.getByRole('combobox')).toHaveValue('admin')
  await guest.goto(`${app.server.url}/settings/people`)
  await waitForHydration(guest)
  await expect(guest.getByRole('heading', { name: 'Invitations' })).toBeVisible()
  await guest.goto(`${app.server.url}/`)
  await waitForHydration(guest)
  await field(guest).fill('Half a thought')
  const startedAt = Date.now()
  await member.getByRole('button', { name: 'Remove Eve…' }).click()
  await member.getByRole('button', { name: 'Remove Eve', exact: true }).click()
  await expect(member).toHaveCount(0)
  await expect(guest.getByRole('heading', { name: 'You belong to no organisation' })).toBeVisible({ timeout: cutMayTakeMs })
  console.log(`A removed member's page ended after ${Date.now() - startedAt} ms`)
})

test('a sign-in that ends elsewhere leads to the sign-in, and what was being written is there again', async ({ openAs, app, people }) => {
  const person = await people.join('Uma')
  const page = await openAs(person, '/')
  await field(page).fill('A draft that must not be lost')
  await person.send('DELETE', '/api/session')
  await expect(page).toHaveURL(/\/sign-in/, { timeout: cutMayTakeMs })
  await expect(page.getByText('What you were writing is kept in this tab.')).toBeVisible()
  await waitForHydration(page)
  await signIn(page, person)
  await expect(page).toHaveURL(`${app.server.url}/`)
  await expect(field(page)).toHaveValue('A draft that must not be lost')
})

test('signing out empties every tab; who comes next in the same browser finds nothing of it', async ({ openAs, app, people }) => {
  const first = await people.join('Fay')
  const second = await people.join('Sam')
  const id = await importChat(first, 'Only for Fay')
  const page = await openAs(first, `/chat/${id}`)
  const other = await page.context().newPage()
  await other.goto(`${app.server.url}/`)
  await waitForHydration(other)
  await field(page).fill('A secret of Fay')
  await field(other).fill('Another secret of Fay')
  await account(page).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  for (const tab of [page, other]) await expect(tab).toHaveURL(/\/sign-in/)
  expect(await other.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('secret')
  await waitForHydration(page)
  await signIn(page, second)
  await expect(account(page)).toContainText('Sam')
  await expect(field(page)).toHaveValue('')
  await page.goto(`${app.server.url}/chat/${id}`)
  await expect(page.locator('[data-slot="load-failure"]')).toContainText('There is no such chat.')
  await expect(page.getByText('Only for Fay')).toHaveCount(0)
  await page.goBack()
  await expect(page.getByText('Only for Fay')).toHaveCount(0)
  // The other tab has followed to the person who is here now.
  await expect(account(other)).toContainText('Sam')
  await expect(field(other)).toHaveValue('')
})

test('two persons in one tab have each their own drafts', async ({ openAs, people }) => {
  const [first, second] = [await people.join('Lea'), await people.join('Max')]
  const page = await openAs(first, '/')
  await field(page).fill('Of Lea')
  await first.send('DELETE', '/api/session')
  await expect(page).toHaveURL(/\/sign-in/, { timeout: cutMayTakeMs })
  await waitForHydration(page)
  await signIn(page, second)
  await expect(account(page)).toContainText('Max')
  await waitForHydration(page)
  await expect(field(page)).toHaveValue('')
  await field(page).fill('Of Max')
  await page.reload()
  await waitForHydration(page)
  await expect(field(page)).toHaveValue('Of Max')
})

test('organisations are made and changed between; each has its own chats', async ({ openAs, app, people }) => {
  const person = await people.join('Oda')
  await importChat(person, 'Said in the first')
  const page = await openAs(person, '/settings/people')
  await page.getByRole('textbox', { name: 'Name of the organisation' }).fill('South')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${app.server.url}/`)
  await expect(account(page)).toContainText('South')
  await expect(list(page).getByText('No chats yet')).toBeVisible()
  await waitForHydration(page)
  // By keyboard alone.
  await tabTo(page, account(page))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeHidden()
  await expect(account(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('list', { name: 'Organisations' }).getByRole('button').filter({ hasNotText: 'South' }))
  await page.keyboard.press('Enter')
  await expect(list(page).getByRole('link', { name: /Said in the first/ })).toBeVisible()
})

test('a key is made for what it may do, is shown once, and works until it is deleted', async ({ openAs, app, people }) => {
  const person = await people.join('Kim')
  const page = await openAs(person, '/settings/api-keys')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Nightly build')
  await page.getByRole('button', { name: 'Make a key' }).click()
  await expect(page.getByText('Choose at least one.')).toBeVisible()
  await page.getByRole('checkbox', { name: /Read chats/ }).check()
  await page.getByRole('button', { name: 'Make a key' }).click()
  const notice = page.locator('[data-slot="new-api-key"]')
  await expect(notice).toBeFocused()
  const key = await notice.locator('pre').innerText()
  const ask = () => fetch(`${app.server.url}/api/chats`, { headers: { authorization: `Bearer ${key}` } }).then(({ status }) => status)
  expect(await ask()).toBe(200)
  await page.reload()
  await waitForHydration(page)
  await expect(page.getByText(key)).toHaveCount(0)
  const entry = page.locator('[data-slot="api-key"]')
  await expect(entry).toContainText('Read chats, their files and what changes in them')
  await entry.getByRole('button', { name: 'Delete the key Nightly build…' }).click()
  await expect(entry.getByRole('button', { name: 'Keep' })).toBeFocused()
  await entry.getByRole('button', { name: 'Delete the key Nightly build', exact: true }).click()
  await expect(entry).toHaveCount(0)
  expect(await ask()).toBe(401)
})

test('axe finds nothing on the pages of people, in both themes and at both widths', async ({ openAs, app, people }) => {
  test.setTimeout(300_000)
  const page = await openAs(people.owner, '/')
  await people.invite('axe@example.com')
  const stranger = await openAs(undefined, '/sign-in')
  const views: [Page, string][] = [[page, '/settings/people'], [page, '/settings/api-keys'], [page, '/settings/appearance'], [stranger, '/sign-in'], [stranger, await people.invite('guest@example.com')]]
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const [view, address] of views) {
      await view.emulateMedia({ colorScheme })
      await view.goto(`${app.server.url}${address}`)
      await waitForHydration(view)
      if (view === stranger) await view.keyboard.press('Enter')
      for (const size of [{ width: 1280, height: 800 }, { width: 390, height: 780 }]) {
        await view.setViewportSize(size)
        expect(await view.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(size.width)
        const { violations } = await new AxeBuilder({ page: view }).analyze()
        expect(violations.map(({ id, nodes }) => [address, id, nodes.map((node) => node.target)])).toEqual([])
      }
    }
  }
})

test('in a frame a page without a person says what is missing, and goes nowhere', async ({ page, app, people: _people }) => {
  const answer = await fetch(`${app.server.url}/embed`, { headers: { 'sec-fetch-dest': 'iframe' } })
  expect(answer.status).toBe(200)
  expect(await answer.text()).toContain('You are not signed in')
  await page.goto(`${app.server.url}/embed`)
  await expect(page).toHaveURL(`${app.server.url}/sign-in?next=/embed`)
})
