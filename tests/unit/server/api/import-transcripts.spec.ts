import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readTranscriptFile } from '#layers/northlight/composables/read-transcript-file.ts'
import { detailLevels } from '#layers/northlight/shared/settings/detail-level.ts'
import { readableTranscripts } from '#layers/northlight/tests/fixtures/transcripts/readable-transcripts.ts'
import { readAloud } from '#layers/northlight/tests/support/read-aloud.ts'
import type { TestServer } from '#layers/northlight/tests/support/start-test-server.ts'
import { testDatabases } from '#layers/northlight/tests/support/test-databases.ts'
import { useTestServers } from '#layers/northlight/tests/support/use-test-servers.ts'

const folder = join(import.meta.dirname, '../../../fixtures/transcripts')

/** Refused while the file is read, before anything is sent. */
const unreadableFiles: [string, string][] = [
  ['refused-empty-list.json', 'It holds no messages.'],
  ['refused-no-messages.json', 'No messages were found: a transcript is a list of messages, or an object with that list as “messages”.'],
  ['refused-web-page.html', 'It is a web page, not JSON: export the chat as JSON.'],
  ['refused-not-json.txt', 'It is not whole JSON: export the chat as JSON.'],
  ['refused-cut-off.json', 'It is not whole JSON: export the chat as JSON.'],
]

/** Refused by the server, whole. */
const refusedFiles: [string, string][] = [
  ['refused-parts-object.json', 'Message 2 has an object where its list of parts should be.'],
  ['refused-role-number.json', 'Message 1 has a number for a role: it must be “user”, “assistant” or “system”.'],
  ['refused-role-unknown.json', 'Message 2 has the role “critic”: it must be “user”, “assistant” or “system”.'],
  ['refused-part-without-type.json', 'Part 2 of message 1 is not an object with a type.'],
  ['refused-content-number.json', 'The content of message 1 is a number that can\'t be read as text.'],
  ['refused-strings.json', 'Message 1 is a text, not a message.'],
  ['refused-run-objects.json', 'Message 1 has no role: it must be “user”, “assistant” or “system”.'],
]

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
const manyMessages = (count: number) => Array.from({ length: count }, (_, index) => ({ role: index % 2 ? 'assistant' : 'user', parts: [{ type: 'text', text: `Message ${index + 1}` }] }))

/** Too large for a file of their own. */
const refusedBodies: [string, string, number, string, string][] = [
  ['nesting 1,000 deep', `{"messages":[{"role":"user","parts":[{"type":"data-deep","data":${nested(1_000)}}]}]}`, 400, 'request-invalid', 'The body nests deeper than 500 levels.'],
  ['a list without an object round it', JSON.stringify(manyMessages(2)), 400, 'request-invalid', 'The body: must be an object with the list as `messages`.'],
  ['5,001 messages', JSON.stringify({ messages: manyMessages(5_001) }), 400, 'request-invalid', '`messages`: holds more than 5000 messages.'],
  ['more than 20 MB', JSON.stringify({ messages: [{ role: 'user', content: 'x'.repeat(20_000_001) }] }), 413, 'body-too-large', 'The body is larger than 20000000 bytes.'],
]

async function readFile(name: string): Promise<unknown> {
  return readTranscriptFile(new File([readFileSync(join(folder, name))], name))
}

async function send(server: TestServer, body: unknown): Promise<string> {
  const response = await server.send('POST', '/api/chats/import', body)
  expect(response.status, await response.clone().text()).toBe(201)
  return (await response.json() as { id: string }).id
}

interface ReadMessage { id: string, role: 'user' | 'assistant' | 'system', parts: unknown[] }

async function read(server: TestServer, id: string): Promise<ReadMessage[]> {
  return (JSON.parse(await (await server.fetch(`/api/messages?chat=${id}&limit=500`)).text()) as { messages: ReadMessage[] }).messages
}

describe.each(testDatabases)('transcripts of other apps, on the $name database', (kind) => {
  const servers = useTestServers(kind)

  it.each(readableTranscripts)('$file imports, its parts byte for byte, and reads right at five levels', async ({ file, reads }) => {
    const server = await servers.start()
    const body = await readFile(file) as { messages: { parts?: unknown }[] }
    const messages = await read(server, await send(server, body))
    expect(messages).toHaveLength(body.messages.length)
    for (const [index, sent] of body.messages.entries()) {
      if (Array.isArray(sent.parts)) expect(JSON.stringify(messages[index]?.parts)).toBe(JSON.stringify(sent.parts))
    }
    let expected: string[] = reads[0]
    for (const level of detailLevels) {
      expected = reads[level] ?? expected
      expect(readAloud(messages, level), `level ${level}`).toEqual(expected)
    }
  })

  it.each(unreadableFiles)('%s is refused before anything is sent', async (file, message) => {
    await expect(readFile(file)).rejects.toThrow(new Error(message))
  })

  it.each(refusedFiles)('%s is refused with one line, and nothing is stored', async (file, message) => {
    const server = await servers.start()
    const response = await server.send('POST', '/api/chats/import', await readFile(file))
    expect([response.status, await response.json()]).toEqual([400, { code: 'transcript-invalid', message, fix: expect.stringMatching(/^Export the chat as a list of messages/) }])
    expect(await servers.database.prisma.chat.count()).toBe(0)
  })

  it.each(refusedBodies)('%s is refused with one line, and nothing is stored', async (_name, body, status, code, message) => {
    const server = await servers.start()
    const response = await server.send('POST', '/api/chats/import', body)
    expect([response.status, await response.json()]).toEqual([status, { code, message }])
    expect(await servers.database.prisma.chat.count()).toBe(0)
  })

  it('1,200 messages import in their order', async () => {
    const server = await servers.start()
    const id = await send(server, { messages: manyMessages(1_200) })
    const rows = await servers.database.prisma.message.findMany({ where: { chatId: id }, orderBy: { seq: 'asc' }, select: { searchText: true } })
    expect(rows.map((row) => row.searchText)).toEqual(manyMessages(1_200).map(({ parts }) => parts[0]?.text))
  })

  it('a part of 4 MB, and a call with an output of 4 MB, are kept whole and read at five levels', async () => {
    const server = await servers.start()
    const parts = [{ type: 'tool-dump', toolCallId: 'c', state: 'output-available', input: {}, output: { rows: 'y'.repeat(4_000_000) } }, { type: 'text', text: 'word '.repeat(800_000) }]
    const messages = await read(server, await send(server, { messages: [{ role: 'assistant', parts }] }))
    expect(JSON.stringify(messages[0]?.parts)).toBe(JSON.stringify(parts))
    for (const level of detailLevels) expect(readAloud(messages, level)[0]).toContain('word word')
  })
})

it('is forty transcripts and more', () => {
  expect(readableTranscripts.length + unreadableFiles.length + refusedFiles.length + refusedBodies.length + 2).toBeGreaterThanOrEqual(40)
})
