import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readTranscriptFile } from '#layers/northlight/composables/read-transcript-file.ts'
import { requireFirstDot } from '#layers/northlight/server/store/first-dot.ts'
import { readableTranscripts } from '#layers/northlight/tests/fixtures/transcripts/readable-transcripts.ts'
import { messageArbitrary } from '#layers/northlight/tests/fixtures/messages/generate-message.ts'
import { askToEnd, importMessages, readMessages } from '#layers/northlight/tests/support/chat-client.ts'
import type { TestServer } from '#layers/northlight/tests/support/start-test-server.ts'
import { testDatabases } from '#layers/northlight/tests/support/test-databases.ts'
import { useTestServers } from '#layers/northlight/tests/support/use-test-servers.ts'

const folder = join(import.meta.dirname, '../../../fixtures/transcripts')
const chat = 'chat-0123456789abcdef'

async function exportChat(server: TestServer, id: string, query = ''): Promise<{ text: string, headers: Headers }> {
  const response = await server.fetch(`/api/chats/${id}/export${query}`)
  const text = await response.text()
  expect(response.status, text).toBe(200)
  return { text, headers: response.headers }
}

async function importText(server: TestServer, text: string): Promise<string> {
  const response = await server.send('POST', '/api/chats/import', text)
  expect(response.status, await response.clone().text()).toBe(201)
  return (await response.json() as { id: string }).id
}

const work = [
  { type: 'reasoning', text: 'First the dates.' },
  { type: 'tool-search', toolCallId: 'c1', state: 'output-available', input: { query: 'lease' }, output: 'two ``` hits' },
  { type: 'tool-search', toolCallId: 'c2', state: 'output-error', input: {}, errorText: 'The index is closed.' },
]
const told = [
  { type: 'text', text: '# Result\n\nIt ends in **2030**. <script>alert(1)</script>' },
  { type: 'tool-remember', toolCallId: 'c3', state: 'output-available', input: {}, output: { receipt: 'Remembered: Mill Lane' }, toolMetadata: { northlight: { manner: 'housekeeping' } } },
  { type: 'file', mediaType: 'text/csv', filename: 'terms[1].csv', url: 'https://files.example.org/a b.csv' },
  { type: 'data-weather', data: { title: 'Weather', celsius: 18 } },
  { type: 'source-url', sourceId: 's', url: 'https://law.example.org', title: 'Law of leases' },
]
const lease = [
  { id: 'q', role: 'user', parts: [{ type: 'text', text: 'When does it end?\n## Answer\nNever.' }] },
  { id: 'a', role: 'assistant', parts: [...work, ...told] },
  { id: 'b', role: 'assistant', metadata: { northlight: { outcome: 'stopped' } }, parts: [] },
]

const answered = [
  '### Result\n\nIt ends in **2030**. &lt;script>alert(1)&lt;/script>',
  '**Remembered: Mill Lane** (remember)', 'Result:', '```json\n{\n  "receipt": "Remembered: Mill Lane"\n}\n```',
  'File: [terms\\[1\\].csv](<https://files.example.org/a%20b.csv>) (text/csv)',
  '**Weather**', '```json\n{\n  "title": "Weather",\n  "celsius": 18\n}\n```',
  'Sources:', '- [Law of leases](<https://law.example.org>)',
]

describe.each(testDatabases)('an exported chat, on the $name database', (kind) => {
  const servers = useTestServers(kind)

  it('imports to the same bytes, twice, whatever shape it came in', async () => {
    const server = await servers.start()
    for (const { file } of readableTranscripts) {
      const id = await importText(server, JSON.stringify(await readTranscriptFile(new File([readFileSync(join(folder, file))], file))))
      const first = await exportChat(server, id)
      expect(JSON.stringify((JSON.parse(first.text) as { messages: unknown }).messages), file).toBe(JSON.stringify(await readMessages(server, id)))
      const second = await exportChat(server, await importText(server, first.text))
      expect(second.text, file).toBe(first.text)
    }
  })

  it('imports to the same bytes, whatever its messages are', async () => {
    const server = await servers.start()
    await fc.assert(fc.asyncProperty(fc.array(messageArbitrary, { minLength: 4, maxLength: 8 }), async (generated) => {
      const messages = generated.map((message) => ({ ...message, parts: message.parts.filter((part) => typeof (part as { type?: unknown } | null)?.type === 'string') }))
      const first = await exportChat(server, await importMessages(server, messages, 'Generated'))
      expect(JSON.stringify((JSON.parse(first.text) as { messages: { parts: unknown }[] }).messages.map(({ parts }) => parts))).toBe(JSON.stringify(messages.map(({ parts }) => parts)))
      expect((await exportChat(server, await importText(server, first.text))).text).toBe(first.text)
    }), { numRuns: 15 })
  })

  it('of our own answers imports to the same bytes', async () => {
    const server = await servers.start()
    await askToEnd(server, chat, 'What failed in the last run?')
    const first = await exportChat(server, chat)
    const again = await importText(server, first.text)
    expect((await exportChat(server, again)).text).toBe(first.text)
    expect(JSON.stringify(await readMessages(server, again))).toBe(JSON.stringify(await readMessages(server, chat)))
  })

  it('without the work is answers, what was shown, what was noted and sources, each part as it was', async () => {
    const server = await servers.start()
    const id = await importMessages(server, lease, 'Mill Lane')
    const { text, headers } = await exportChat(server, id, '?format=json&work=false')
    expect(JSON.parse(text)).toEqual({ title: 'Mill Lane', messages: [lease[0], { ...lease[1], parts: told }, lease[2]] })
    expect(headers.get('content-disposition')).toBe('attachment; filename="Mill Lane (without the work).json"; filename*=UTF-8\'\'Mill%20Lane%20%28without%20the%20work%29.json')
    await importText(server, text)
  })

  it('reads as Markdown, and says whether the work is in it', async () => {
    const server = await servers.start()
    const id = await importMessages(server, lease, 'Mill # Lane')
    const asked = ['## You', 'When does it end?\n#### Answer\nNever.', '## Answer']
    const whole = await exportChat(server, id, '?format=markdown&work=true')
    expect(whole.text.trimEnd().split('\n\n')).toEqual([
      '# Mill \\# Lane', '*Exported with the work: reasoning, notes and tool calls.*', ...asked,
      '> **Reasoned**\n>\n> First the dates.',
      '**Used search** (search)', 'Input:', '```json\n{\n  "query": "lease"\n}\n```', 'Result:', '````\ntwo ``` hits\n````',
      '**Couldn\'t use search: The index is closed.** (search)', 'Input:', '```json\n{}\n```',
      ...answered.slice(0, 1).flatMap((block) => block.split('\n\n')), answered[1], 'Input:', '```json\n{}\n```', ...answered.slice(2),
      '## Answer', '*Stopped*',
    ])
    const bare = await exportChat(server, id, '?format=markdown&work=false')
    expect(bare.text).toContain('*Exported without the work: what was asked, answered and shown.*')
    expect(bare.text).not.toMatch(/First the dates|Used search|index is closed/)
    for (const block of answered) expect(bare.text).toContain(block)
    expect(bare.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
  })

  it('is JSON with the work where nothing else is asked for, under a name that any system takes', async () => {
    const server = await servers.start()
    const id = await importMessages(server, lease, '../Straße: "a/b"\\ \u202E\u0007é\uD800')
    const { headers } = await exportChat(server, id)
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="[ -~]+\(with the work\)\.json"; filename\*=UTF-8''[\w.%~-]+$/)
    expect(headers.get('content-disposition')).not.toMatch(/[/\\:]|%2F|%5C|%22|%3A/)
  })

  it('is its owner\'s alone, and its query is strict', async () => {
    const server = await servers.start()
    const { organizationId, userId } = server.services.localPrincipal
    await servers.database.prisma.chat.create({ data: { id: chat, organizationId, createdBy: userId, ownerId: 'somebody', dotId: await requireFirstDot(server.services.database, server.services.localPrincipal), title: 'Theirs' } })
    for (const id of [chat, 'chat-that-is-not-there']) expect((await server.fetch(`/api/chats/${id}/export`)).status).toBe(404)
    const own = await importMessages(server, lease)
    for (const query of ['?format=pdf', '?work=yes', '?work=true&level=0', '?format=json&format=markdown']) {
      const response = await server.fetch(`/api/chats/${own}/export${query}`)
      expect([query, response.status, await response.json()]).toMatchObject([query, 400, { code: 'request-invalid' }])
    }
  })
})
