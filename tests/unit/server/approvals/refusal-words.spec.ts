import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { approvalStates, isTerminal } from '#layers/northlight/shared/approvals/approval-states.ts'
import { toCallResults, toResultChunks } from '#layers/northlight/server/approvals/to-call-result.ts'
import type { ApprovalRow } from '#layers/northlight/server/store/approval-store.ts'

const refused = approvalStates.filter((state) => isTerminal(state) && state !== 'executed')
const body = fc.string({ unit: 'binary', minLength: 12, maxLength: 4_000 }).map((text) => `⟦${text}⟧`)

/** Only what the words are made of, beside what they are never made of. */
function toRow(state: ApprovalRow['state'], text: string, more: Partial<ApprovalRow> = {}): ApprovalRow {
  const payload = { kind: 'issue_comment', request: { value: text }, evidence: [{ label: 'Comment', text, detail: null }], annotations: [] }
  return {
    id: 'a1', toolCallId: 'c1', toolName: 'post', state, matchedRule: 'ask', reason: null, note: null, outcome: null, targetTitle: text, targetKey: text,
    versions: [{ approvalId: 'a1', version: 1, body: { text }, payload, digest: text, createdBy: 'p', createdAt: new Date(0) }], ...more,
  } as ApprovalRow
}

function read(row: ApprovalRow): string {
  const part = toCallResults([row]).get('a1')?.part
  if (part?.state !== 'output-error') throw new Error('A refusal is an error of its call.')
  return part.errorText
}

describe('what a model reads of an action that was not done', () => {
  it('never holds what was to be sent, and does not depend on it', () => {
    fc.assert(fc.property(fc.constantFrom(...refused), body, body, (state, text, other) => {
      const row = toRow(state, text)
      expect(read(row)).toBe(read(toRow(state, other)))
      expect(JSON.stringify([read(row), toResultChunks(row)])).not.toContain(text)
    }), { numRuns: 1_000 })
  })

  it('says who or what said no, each in words of its own', () => {
    const words = refused.map((state) => read(toRow(state, 'x')))
    expect(new Set(words).size).toBe(refused.length)
  })

  it('has a person\'s reason where a person gave one, and there alone', () => {
    for (const state of refused) {
      const withReason = read(toRow(state, 'x', { reason: 'Not in this tone.' }))
      expect([state, withReason.includes('Not in this tone.')]).toEqual([state, state === 'rejected'])
    }
    expect(read(toRow('failed', 'x', { note: 'acme/shop#1 is closed' }))).toContain('acme/shop#1 is closed')
  })

  it.each(approvalStates.filter((state) => !isTerminal(state)))('is that a person is waited for, while it is %s', (state) => {
    expect(toCallResults([toRow(state, 'x')]).get('a1')?.part).toEqual({ state: 'output-available', output: 'Waiting for a person.' })
  })

  it('knows no call that came from no tool', () => {
    expect(toCallResults([toRow('rejected', 'x', { toolCallId: null })]).size).toBe(0)
  })
})
