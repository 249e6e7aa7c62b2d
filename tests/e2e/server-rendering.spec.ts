import { startBuiltServer } from './support/built-server.ts'
import type { BuiltServer } from './support/built-server.ts'
import { expect, test } from './support/fixtures.ts'
import { readResources, resourceVariables } from './support/read-resources.ts'

/** A page's app, stores and payload that were kept would be several times this; compiled code and caches that still warm up are less. */
const mayKeepBytes = 32 * 1024

async function importChat(server: BuiltServer, text: string): Promise<string> {
  const response = await fetch(`${server.url}/api/chats/import`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ title: `Title: ${text}`, messages: [{ id: 'm1', role: 'user', parts: [{ type: 'text', text }] }] }),
  })
  return (await response.json() as { id: string }).id
}

async function render(server: BuiltServer, path: string): Promise<string> {
  const response = await fetch(`${server.url}${path}`, { headers: { connection: 'close' } })
  expect(response.status).toBe(200)
  return response.text()
}

test('N01 pages that are rendered at the same time show nothing of each other', async () => {
  const server = await startBuiltServer()
  const texts = Array.from({ length: 8 }, (_, index) => `said-only-in-chat-${index}-`)
  const ids: string[] = []
  for (const text of texts) ids.push(await importChat(server, text))
  const pages = await Promise.all(Array.from({ length: 48 }, (_, index) => index % texts.length).map(async (index) => ({ index, html: await render(server, `/chat/${ids[index]}`) })))
  for (const { index, html } of pages) {
    const transcript = /data-slot="transcript"[\s\S]*?<\/textarea>/.exec(html)?.[0] ?? ''
    expect(texts.filter((text) => transcript.includes(text))).toEqual([texts[index]])
  }
  await server.stop()
})

test('N02 rendering leaves no timer, listener or session behind on the server', async () => {
  test.setTimeout(120_000)
  const server = await startBuiltServer(resourceVariables)
  const id = await importChat(server, 'Hello')
  const renderAll = async (count: number) => {
    for (let round = 0; round < count; round++) await Promise.all([`/chat/${id}`, '/', '/settings/appearance', `/embed?chat=${id}`].map((path) => render(server, path)))
  }
  await renderAll(40)
  const before = await readResources(server)
  await renderAll(100)
  const after = await readResources(server)
  const { heapBytes: heapBefore, sockets: _before, ...kindsBefore } = before
  const { heapBytes: heapAfter, sockets: _after, ...kindsAfter } = after
  expect(kindsAfter).toEqual(kindsBefore)
  const perRender = (heapAfter - heapBefore) / 400
  console.log(`N02: ${Math.round(perRender)} bytes of heap a rendered page`)
  expect(perRender).toBeLessThan(mayKeepBytes)
  await server.stop()
})
