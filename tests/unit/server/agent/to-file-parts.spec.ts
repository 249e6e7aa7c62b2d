import { describe, expect, it } from 'vitest'
import { readAttachedFile } from '#layers/northlight/server/agent/read-attached-file.ts'
import { listFileIds } from '#layers/northlight/server/agent/to-file-parts.ts'
import { toModelMessages } from '#layers/northlight/server/agent/to-model-messages.ts'

const bytes = (...values: number[]) => new Uint8Array(values)
const text = (value: string) => new TextEncoder().encode(value)
const png = bytes(0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0)

async function tell(content: Uint8Array, mediaType = 'text/plain', takenTypes: string[] = ['image/png']) {
  const file = { id: 'f1', name: 'notes.txt', mediaType, byteSize: content.byteLength, content }
  const [message] = await toModelMessages(
    [{ id: 'm', role: 'user', parts: [{ type: 'file', url: '/api/files/f1', mediaType: 'claimed/type', filename: 'claimed' }] }],
    { files: { files: new Map([['f1', file]]), takenTypes } },
  )
  return message?.content
}

const longestFileText = 100_000

describe('what a model is told of a file', () => {
  it.each([
    ['a PNG', png, { kind: 'bytes', mediaType: 'image/png' }],
    ['a JPEG', bytes(0xFF, 0xD8, 0xFF, 0xE0), { kind: 'bytes', mediaType: 'image/jpeg' }],
    ['a GIF', text('GIF89a'), { kind: 'bytes', mediaType: 'image/gif' }],
    ['a WebP', text('RIFF1234WEBPVP8 '), { kind: 'bytes', mediaType: 'image/webp' }],
    ['a WAV, which begins as a WebP does', text('RIFF1234WAVEfmt '), { kind: 'text', text: 'RIFF1234WAVEfmt ' }],
    ['a PDF', text('%PDF-1.7'), { kind: 'bytes', mediaType: 'application/pdf' }],
    ['a text', text('Ünï'), { kind: 'text', text: 'Ünï' }],
    ['a text with a mark of UTF-8', bytes(0xEF, 0xBB, 0xBF, 0x61), { kind: 'text', text: 'a' }],
    ['a text in UTF-16', bytes(0xFF, 0xFE, 0x61, 0), { kind: 'text', text: 'a' }],
    ['bytes with a NUL', bytes(0x61, 0, 0x62), { kind: 'unreadable' }],
    ['bytes that are no text', bytes(0xC3, 0x28), { kind: 'unreadable' }],
  ])('goes by the bytes of %s', (_name, content, reading) => {
    expect(readAttachedFile({ content })).toEqual(reading)
  })

  it('is its text, under its stored name', async () => {
    expect(await tell(text('One.\nTwo.'))).toEqual([{ type: 'text', text: 'Attached file notes.txt:\nOne.\nTwo.' }])
  })

  it('is the beginning of a long text, and says so', async () => {
    const [told] = await tell(text('x'.repeat(longestFileText + 5))) as { text: string }[]
    expect(told?.text.endsWith(`\n[The file goes on: these are the first 100000 of its 100005 characters.]`)).toBe(true)
    expect(told?.text.length).toBeLessThan(longestFileText + 200)
  })

  it('is its bytes where its provider takes them, by what they are and not by what was claimed', async () => {
    expect(await tell(png, 'application/x-claimed')).toMatchObject([{ type: 'file', mediaType: 'image/png', filename: 'notes.txt' }])
  })

  it('is its name alone where its provider does not, or nobody can', async () => {
    const line = (type: string, size: number) => [{ type: 'text', text: `Attached file notes.txt (${type}, ${size} bytes): its content can't be read here.` }]
    expect(await tell(png, 'image/png', [])).toEqual(line('image/png', 9))
    expect(await tell(bytes(0, 1, 2), 'application/zip')).toEqual(line('application/zip', 3))
  })

  it('is that it is gone, when it is; and nothing of a file that is not ours', async () => {
    const gone = { id: 'm', role: 'user' as const, parts: [{ type: 'file', url: '/api/files/gone' }, { type: 'file', url: 'https://elsewhere.test/x' }] }
    expect(await toModelMessages([gone])).toEqual([{ role: 'user', content: [{ type: 'text', text: 'Attached file: it is not there any more.' }] }])
  })

  it('is read once for each file of a conversation', () => {
    const file = (id: string) => ({ type: 'file', url: `/api/files/${id}` })
    expect(listFileIds([{ id: 'a', role: 'user', parts: [file('f1'), file('f2')] }, { id: 'b', role: 'user', parts: [file('f1'), { type: 'text', text: '/api/files/f3' }] }])).toEqual(['f1', 'f2'])
  })
})
