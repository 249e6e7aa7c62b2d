import { describe, expect, it } from 'vitest'
import { planApprovalAnnouncements } from '#layers/northlight/shared/announcements/plan-approval-announcements.ts'
import { toApproval } from '#layers/northlight/tests/fixtures/approvals/to-approval.ts'

const waiting = toApproval()

describe('planApprovalAnnouncements', () => {
  it.each([
    ['one that came', [], toApproval(), ['An action waits for your decision: Enter time worked, ACME']],
    ['one that somebody else decides', [], toApproval({ canDecide: false }), ['An action waits for a decision: Enter time worked, ACME']],
    ['one whose kind is not known', [], toApproval({ kind: 'other' }), ['An action waits for your decision: propose_time_entry, ACME']],
    ['one with what can\'t be seen in its name', [], toApproval({ target: { kind: 'matter', key: 'ACME\u202E\u200B', url: null, title: null } }), ['An action waits for your decision: Enter time worked, ACME[U+202E][U+200B]']],
    ['one that stands as it stood', [waiting], toApproval(), []],
    ['one that was changed', [waiting], toApproval({ version: 2 }), ['Changed, and waits for a decision: Enter time worked, ACME']],
    ['one that was approved', [waiting], toApproval({ state: 'approved' }), ['Approved: Enter time worked, ACME.']],
    ['one that is being done', [toApproval({ state: 'approved' })], toApproval({ state: 'executing' }), []],
    ['one that was done', [toApproval({ state: 'executing' })], toApproval({ state: 'executed', note: 'Entered 45 minutes.' }), ['Done: Enter time worked, ACME. Entered 45 minutes.']],
    ['one that was rejected', [waiting], toApproval({ state: 'rejected', reason: 'Not mine.' }), ['Rejected: Enter time worked, ACME. Not mine.']],
    ['one that nobody knows the end of', [toApproval({ state: 'executing' })], toApproval({ state: 'unknown', note: 'No answer came.' }), ['Nobody knows whether it happened: Enter time worked, ACME. No answer came.']],
    ['one that is found so', [], toApproval({ state: 'unknown', note: 'No answer came.' }), ['Nobody knows whether it happened: Enter time worked, ACME. No answer came.']],
    ['one that had ended before it was seen', [], toApproval({ state: 'executed' }), []],
  ])('%s', (_name, before, after, words) => {
    expect(planApprovalAnnouncements(before, [after])).toEqual(words)
  })
})
