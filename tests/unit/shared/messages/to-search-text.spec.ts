import { expect, it } from 'vitest'
import { toSearchText } from '#layers/northlight/shared/messages/to-search-text.ts'

it('toSearchText finds what was said, the names of files and what a block says, and none of the work', () => {
  const parts = [
    { type: 'reasoning', text: 'Hidden.' }, { type: 'text', text: 'Two runs.' }, { type: 'file', filename: 'report.xml', mediaType: 'text/xml', url: 'https://example.com' },
    { type: 'data-block', id: 'b', data: { id: 'b', kind: 'defects', title: 'Filed', defects: [{ key: 'CHK-1', title: 'Coupon total', url: 'https://example.com/CHK-1', runId: 'run-a' }] } },
    { type: 'data-other', data: { title: 'Hidden' } },
  ]
  expect(toSearchText({ id: 'm', role: 'assistant', parts })).toBe('Two runs.\nreport.xml\nFiled\nKey\nTitle\nLink\nCHK-1\nCoupon total')
})
