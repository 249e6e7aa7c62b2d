import { expect, it } from 'vitest'
import { toRawText } from '#layers/northlight/shared/approvals/to-raw-text.ts'
import { toPayload } from '#layers/northlight/tests/fixtures/approvals/to-approval.ts'

it('is what would be done and sent as it is, with nothing escaped', () => {
  const payload = toPayload({ request: { value: 'rm\u202E x' }, evidence: [{ label: 'Comment', text: 'a\u200Bb\n', detail: null }, { label: 'Path', text: 'x', detail: 'resolves to /y' }] })
  expect(toRawText(payload)).toBe('rm\u202E x\n\nComment:\na\u200Bb\n\n\nPath:\nx\nresolves to /y')
})
