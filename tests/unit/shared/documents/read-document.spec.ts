import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countWords } from '#layers/northlight/shared/documents/count-words.ts'
import { readDocument } from '#layers/northlight/shared/documents/read-document.ts'
import { readReplyDraft } from '#layers/northlight/shared/documents/read-reply-draft.ts'
import { toDocumentExcerpt } from '#layers/northlight/shared/documents/to-document-excerpt.ts'
import { toDocumentFileName } from '#layers/northlight/shared/documents/to-document-file-name.ts'
import { planSurfacing } from '#layers/northlight/shared/surfacing/plan-surfacing.ts'
import { detailLevels } from '#layers/northlight/shared/settings/detail-level.ts'
import { running, toMessage, userFacingCall } from '#layers/northlight/tests/fixtures/messages/message-parts.ts'

const type = 'tool-write_document'

describe('readDocument', () => {
  it('takes the result, else a data part, else what the call was given', () => {
    expect(readDocument({ type, state: 'output-available', input: { title: 'A', text: 'in' }, output: { document: { title: 'B', fileName: 'b', text: 'out' } } }))
      .toEqual({ title: 'B', fileName: 'b.md', text: 'out', isWriting: false })
    expect(readDocument({ type: 'data-document', data: { title: 'D', text: 'data' } })).toEqual({ title: 'D', fileName: 'D.md', text: 'data', isWriting: false })
    expect(readDocument({ type, state: 'output-available', input: { title: 'A', text: 'in' }, output: { ok: true } })?.text).toBe('in')
  })

  it('shows what has been written so far, and nothing of a finished call without a text', () => {
    expect(readDocument({ type, state: 'input-streaming' })).toEqual({ title: 'Document', fileName: 'document.md', text: '', isWriting: true })
    expect(readDocument({ type, state: 'input-streaming', input: { title: 'Summary', text: '# Su' } })).toMatchObject({ title: 'Summary', text: '# Su', isWriting: true })
    expect(readDocument({ type, state: 'output-available', input: 7, output: [] })).toBeUndefined()
  })
})

it('readReplyDraft takes the result, else what the call was given, and nothing without a body', () => {
  const input = { to: ' Ms  Keller ', subject: 'Run', body: 'Hello,\n\nTwo failed.' }
  expect(readReplyDraft({ type, state: 'output-available', input, output: { draft: input } })).toEqual({ ...input, to: 'Ms Keller', isWriting: false })
  expect(readReplyDraft({ type, state: 'input-streaming', input: { body: 'Hel' } })).toEqual({ body: 'Hel', isWriting: true })
  expect(readReplyDraft({ type, state: 'output-available', input: {}, output: { draft: { body: 4 } } })).toBeUndefined()
})

describe('anything that an import may bring', () => {
  const state = fc.constantFrom('input-streaming', 'input-available', 'output-available', 'output-error', 'output-denied', 'unheard-of', undefined)
  const odd = fc.oneof(fc.anything(), fc.record({ document: fc.anything(), draft: fc.anything() }), fc.record({ title: fc.anything(), text: fc.anything(), body: fc.anything() }))

  it('is read without throwing', () => {
    fc.assert(fc.property(odd, odd, odd, state, (input, output, data, chosen) => {
      const part = { type, input, output, data, ...(chosen === undefined ? {} : { state: chosen }) }
      const document = readDocument(part)
      expect(document?.fileName ?? '.md').toMatch(/\.md$/)
      expect(typeof (document?.text ?? '')).toBe('string')
      expect(typeof (readReplyDraft(part)?.body ?? '')).toBe('string')
    }))
  })

  it('is planned at every level, in the slot of its tool', () => {
    fc.assert(fc.property(fc.constantFrom('write_document', 'draft_reply'), odd, odd, (toolName, input, output) => {
      const part = { type: 'dynamic-tool', toolName, toolCallId: 'c', state: 'output-available', input, output, toolMetadata: { northlight: { manner: 'user-facing' } } }
      for (const level of detailLevels) {
        const slots = planSurfacing(toMessage(part), { level, running: false }).rows.flatMap((row) => row.kind === 'user-facing' ? [row.slot] : [])
        expect(slots).toEqual([toolName === 'write_document' ? 'document' : 'reply-draft'])
      }
    }))
  })
})

it('a call that is being written stands in its slot from its first chunk on, and one that failed is a receipt', () => {
  const slotsOf = (fields: Record<string, unknown>, isRunning: boolean) => planSurfacing(toMessage(userFacingCall('write_document', fields)), { level: 0, running: isRunning }).rows.flatMap((row) => row.kind === 'user-facing' ? [row.slot] : [])
  expect(slotsOf(running, true)).toEqual(['document'])
  expect(slotsOf({ state: 'output-error', errorText: 'No' }, false)).toEqual(['receipt'])
})

it('toDocumentFileName gives a name that names a file and no folder', () => {
  expect(toDocumentFileName('../../etc/passwd')).toBe('etc passwd.md')
  expect(toDocumentFileName('Summary: “May”.md')).toBe('Summary “May”.md')
  expect(toDocumentFileName('\u202Egnp.exe')).toBe('gnp.exe.md')
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (name) => {
    expect(toDocumentFileName(name)).toMatch(/^[^/\\\p{Cc}:]+\.md$/u)
    expect(toDocumentFileName(toDocumentFileName(name))).toBe(toDocumentFileName(name))
  }))
})

it('toDocumentExcerpt gives the first lines as plain words', () => {
  expect(toDocumentExcerpt('# Summary\n\n| --- |\n\n- **Two** failed in `get_run`, see [the run](https://example.org)\n> quoted\nfourth')).toBe('Two failed in get_run, see the run quoted fourth')
  fc.assert(fc.property(fc.string(), (text) => {
    expect(toDocumentExcerpt(text)).not.toContain('\n')
  }))
})

it('countWords counts what holds a letter or a figure', () => {
  expect(countWords('# Two tests — *failed*: 2 of 41.\n\n---\n')).toBe(6)
  expect(countWords('')).toBe(0)
  // A line without a word takes no more time for its length.
  expect(countWords('-'.repeat(500_000))).toBe(0)
})
