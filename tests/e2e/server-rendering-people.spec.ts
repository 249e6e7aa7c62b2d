import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { startBuiltServer } from './support/built-server.ts'
import type { BuiltServer } from './support/built-server.ts'
import { createPeople, expect, passwordVariables, test } from './support/people-fixtures.ts'
import type { Person } from './support/people-fixtures.ts'

const reporter = pathToFileURL(join(import.meta.dirname, 'support/report-resources.mjs')).href

/** As for one person (tests/e2e/server-rendering.spec.ts): a page's app that was kept would be several times this. */
const mayKeepBytes = 32 * 1024

/** What each person alone has: in the chat, its title, their name, their organisation and their level. */
interface Canary {
  person: Person
  marks: string[]
  paths: string[]
}

async function createCanary(person: Person, mark: string, detailLevel: number): Promise<Canary> {
  const { id } = await person.send('POST', '/api/chats/import', { title: `title-${mark}`, messages: [{ id: 'q', role: 'user', parts: [{ type: 'text', text: `said-${mark}` }] }] })
  await person.send('PATCH', '/api/settings/chat', { detailLevel })
  const chat = `/chat/${String(id)}`
  return { person, marks: [`title-${mark}`, `said-${mark}`, person.email, String(id)], paths: [chat, '/', '/settings/people', '/settings/api-keys', '/settings/appearance', chat, `/embed?chat=${String(id)}`, `/word?chat=${String(id)}`] }
}

async function render(server: BuiltServer, path: string, cookie: string): Promise<string> {
  const response = await fetch(`${server.url}${path}`, { headers: { cookie, connection: 'close' }, redirect: 'manual' })
  expect(response.status).toBe(200)
  expect(response.headers.get('cache-control')).toBe('no-store')
  return response.text()
}

/** Two people of different organisations. */
async function createTwo(server: BuiltServer) {
  const people = await createPeople({ server })
  const [left, right] = [await people.found('Leftmost'), await people.found('Rightmost')]
  return [await createCanary(left, 'left-canary', 0), await createCanary(right, 'right-canary', 4)] as const
}

test('N01 pages that are rendered at the same time for two people show nothing of each other', async () => {
  test.setTimeout(360_000)
  const server = await startBuiltServer(passwordVariables)
  const [left, right] = await createTwo(server)
  const total = 240
  const atOnce = 12
  let leaks = 0
  let seen = 0
  for (let begun = 0; begun < total; begun += atOnce) {
    await Promise.all(Array.from({ length: atOnce }, async (_, index) => {
      const [mine, other] = index % 2 === 0 ? [left, right] : [right, left]
      const path = mine.paths[Math.floor((begun + index) / 2) % mine.paths.length] ?? '/'
      const html = await render(server, path, mine.person.cookie)
      leaks += other.marks.filter((mark) => html.includes(mark)).length + (html.includes(`Organisation of ${other.person.name}`) ? 1 : 0)
      if (mine.marks.some((mark) => html.includes(mark))) seen += 1
      if (path.startsWith('/chat/')) expect(html).toContain(mine.marks[1])
    }))
  }
  console.log(`N01: ${total} pages of two people in turns, ${atOnce} at once: ${leaks} leaks, ${seen} with marks of their own`)
  expect(leaks).toBe(0)
  expect(seen).toBeGreaterThan(total / 2)
  const stranger = await fetch(`${server.url}${left.paths[0] ?? ''}`, { redirect: 'manual' })
  expect(stranger.status).toBe(302)
  expect(await stranger.text()).not.toContain('canary')
  await server.stop()
})

test('N02 rendering for two people leaves no timer, listener or session behind on the server', async () => {
  test.setTimeout(360_000)
  const server = await startBuiltServer({ ...passwordVariables, NODE_OPTIONS: `--import ${reporter}` })
  const two = await createTwo(server)
  const renderAll = async (rounds: number) => {
    for (let round = 0; round < rounds; round++) await Promise.all(two.flatMap(({ paths, person }) => paths.slice(0, 4).map((path) => render(server, path, person.cookie))))
  }
  await renderAll(30)
  const { heapBytes: heapBefore, ...before } = await readResources(server)
  await renderAll(40)
  const { heapBytes: heapAfter, ...after } = await readResources(server)
  // What was on its way at the first count may have gone since.
  for (const [kind, count] of Object.entries(after)) expect.soft(count, kind).toBeLessThanOrEqual(before[kind] ?? 0)
  const perRender = (heapAfter - heapBefore) / (40 * 8)
  console.log(`N02: ${Math.round(perRender)} bytes of heap a page rendered for somebody`)
  expect(perRender).toBeLessThan(mayKeepBytes)
  await server.stop()
})

async function readResources(server: BuiltServer): Promise<{ heapBytes: number, [kind: string]: number }> {
  const lines = () => server.output().split('\n').filter((line) => line.startsWith('resources '))
  const before = lines().length
  server.process.kill('SIGUSR2')
  await expect.poll(() => lines().length).toBe(before + 1)
  return JSON.parse(lines().at(-1)?.slice('resources '.length) ?? '') as { heapBytes: number, [kind: string]: number }
}
