import { request } from 'node:http'
import type { IncomingHttpHeaders } from 'node:http'
import { once } from 'node:events'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from './support/fixtures.ts'

interface Answer {
  headers: IncomingHttpHeaders
  body: Buffer
}

/** What `fetch` would have decompressed. */
async function get(url: string, headers: Record<string, string> = {}): Promise<Answer> {
  const asked = request(url, { headers }).end()
  const [response] = await once(asked, 'response')
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk)
  return { headers: response.headers, body: Buffer.concat(chunks) }
}

const decoders: Record<string, (body: Buffer) => Buffer> = { br: brotliDecompressSync, gzip: gunzipSync }
const encodings = [['gzip, deflate, br, zstd', 'br'], ['gzip', 'gzip'], ['br;q=0, gzip;q=0.5', 'gzip'], ['identity', undefined]] as const

test('a page is compressed for whoever takes that, and is the same page', async ({ app }) => {
  const id = await app.importChat([{ id: 'q', role: 'user', parts: [{ type: 'text', text: 'Größe, 日本, '.repeat(500) }] }])
  for (const path of [`/embed?chat=${id}`, `/chat/${id}`]) {
    for (const [accepted, encoding] of encodings) {
      const { headers, body } = await get(`${app.server.url}${path}`, { 'accept-encoding': accepted })
      expect([accepted, headers['content-encoding'], headers.vary]).toEqual([accepted, encoding, 'accept-encoding'])
      const html = (encoding ? decoders[encoding]?.(body) : body)?.toString() ?? ''
      expect(html).toContain('Größe, 日本, Größe')
      expect(html.trimEnd().endsWith('</html>')).toBe(true)
      if (encoding) expect(body.length).toBeLessThan(html.length / 4)
    }
  }
})

test('scripts and styles are compressed beforehand, kept for ever, and taken for nothing else', async ({ app }) => {
  const html = await (await fetch(`${app.server.url}/embed`)).text()
  const files = new Set(html.match(/\/_nuxt\/[\w.-]+\.(?:js|css)/g))
  expect(files.size).toBeGreaterThan(5)
  for (const file of files) {
    const plain = await get(`${app.server.url}${file}`, { 'accept-encoding': 'identity' })
    for (const [accepted, encoding] of [['gzip, deflate, br', 'br'], ['gzip', 'gzip'], ['identity', undefined]] as const) {
      const { headers, body } = await get(`${app.server.url}${file}`, { 'accept-encoding': accepted })
      expect([file, headers['cache-control'], headers['x-content-type-options']]).toEqual([file, 'public, max-age=31536000, immutable', 'nosniff'])
      // The smallest are not worth it.
      if (plain.body.length < 1_024) continue
      expect([file, headers['content-encoding'], headers.vary?.toLowerCase()]).toEqual([file, encoding, 'accept-encoding'])
      expect((encoding ? decoders[encoding]?.(body) : body)?.equals(plain.body)).toBe(true)
    }
  }
})

test('an answer of a route is not compressed, and an event stream comes as it is written', async ({ app }) => {
  const headers = { 'accept-encoding': 'gzip, deflate, br' }
  expect((await get(`${app.server.url}/api/chats`, headers)).headers['content-encoding']).toBeUndefined()
  const asked = request(`${app.server.url}/api/events`, { headers }).end()
  const [response] = await once(asked, 'response')
  expect([response.headers['content-type'], response.headers['content-encoding']]).toEqual([expect.stringContaining('text/event-stream'), undefined])
  const created = app.importChat([{ id: 'q', role: 'user', parts: [{ type: 'text', text: 'Heard at once?' }] }])
  let heard = ''
  for await (const chunk of response) {
    heard += String(chunk)
    if (heard.includes('data:')) break
  }
  asked.destroy()
  await created
})
