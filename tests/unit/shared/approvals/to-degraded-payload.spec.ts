import { describe, expect, it } from 'vitest'
import { parseApprovalPayload } from '#layers/northlight/shared/approvals/parse-approval-payload.ts'
import { toDegradedPayload } from '#layers/northlight/shared/approvals/to-degraded-payload.ts'
import { toApproval } from '#layers/northlight/tests/fixtures/approvals/to-approval.ts'

describe('toDegradedPayload', () => {
  it('is a payload of what the row knows, with all that would be sent', () => {
    const payload = toDegradedPayload(toApproval({ payload: 'broken', target: { kind: 'issue', key: 'acme/shop#9', url: 'https://github.test/9', title: 'Totals' } }))
    expect(parseApprovalPayload(payload)).toEqual(payload)
    expect(payload.request).toMatchObject({ toolName: 'propose_time_entry', value: 'acme/shop#9 Totals', matchedRule: null })
    expect(payload.evidence.map(({ label }) => label)).toEqual(['What would be sent', 'Goes to'])
    expect(payload.evidence[0]?.text).toContain('Review of the contract')
  })

  it.each([null, undefined, 'text', 7, []])('is never empty: a body of %j', (body) => {
    const { evidence, request } = toDegradedPayload(toApproval({ body, target: { kind: 'subject', key: 'ACME', url: null, title: null } }))
    expect(request.value).toBe('ACME')
    expect(evidence).toHaveLength(1)
  })
})
