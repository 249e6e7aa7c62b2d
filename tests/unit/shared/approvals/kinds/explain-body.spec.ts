import { describe, expect, it } from 'vitest'
import { findActionKind } from '#layers/northlight/shared/approvals/kinds/action-kind-registry.ts'

const explain = (kind: string, body: unknown) => findActionKind(kind)?.explainBody(body)
const entry = { day: '2026-11-30', minutes: 45, text: 'Review of the contract' }

describe('why a body can\'t be sent', () => {
  it('is nothing where it can', () => {
    expect(explain('time_entry', entry)).toBeUndefined()
    expect(explain('pr_comment', { text: 'NUL \u0000 goes out as it is.' })).toBeUndefined()
  })

  it.each([
    ['time_entry', { ...entry, minutes: 0 }, 'Minutes has to be 1 to 1,440'],
    ['time_entry', { ...entry, minutes: 1_441 }, 'Minutes has to be 1 to 1,440'],
    ['time_entry', { ...entry, minutes: '' }, 'Minutes has to be a whole number'],
    ['time_entry', { ...entry, day: '2026-02-30' }, 'Day has to be a day, as 2026-11-30'],
    ['time_entry', { ...entry, text: '' }, 'What for can\'t be empty'],
    ['time_entry', { ...entry, text: 'x'.repeat(4_001) }, 'What for can have 4,000 characters at most'],
    ['pr_comment', { text: '' }, 'Comment can\'t be empty'],
    ['webhook_call', { subject: 'x'.repeat(201), text: '' }, 'Subject can have 200 characters at most; Text can\'t be empty'],
  ])('names the field of %s by its label: %j', (kind, body, words) => {
    expect(explain(kind, body)).toBe(words)
  })

  it.each(['nul \u0000', 'a lone \uD800 half'])('is that what would be entered could not be what was approved: %j', (text) => {
    expect(explain('time_entry', { ...entry, text })).toBe('What for has characters that can\'t be stored')
  })
})
