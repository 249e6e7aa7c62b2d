import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { planDemoTitle } from '#layers/northlight/server/agent/models/demo/plan-demo-title.ts'
import { parseTitle } from '#layers/northlight/server/jobs/parse-title.ts'

describe('a title in a model\'s answer', () => {
  it.each([
    ['Flaky tests', 'Flaky tests'],
    ['\n\n  # **Flaky tests**  \nBecause …', 'Flaky tests'],
    ['Title: "Flaky tests."', 'Flaky tests'],
    ['„Wackelige Tests“', 'Wackelige Tests'],
    ['`"Flaky" tests of a_b`', 'Flaky" tests of a_b'],
    ['And so on...', 'And so on...'],
    ['**""**', undefined],
    ['', undefined],
    ['A very long title that goes on and on until nobody reads it any more', 'A very long title that goes on and on until nobody reads…'],
  ])('of %j is %j', (answer, title) => {
    expect(parseTitle(answer)).toBe(title)
  })

  it('is one short clean line, or none', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (answer) => {
      const title = parseTitle(answer)
      return title === undefined || (title.length > 0 && title.length <= 60 && title === title.trim() && title.isWellFormed() && !/\p{Cc}/u.test(title))
    }))
  })

  it.each([
    ['What failed in the last run?', 'Failures in the last run'],
    ['Which tests are flaky? Which were skipped?', 'Flaky tests'],
    ['How do the last runs compare?', 'Comparison of the last runs'],
    ['Can you draft the lease for Mrs Hartley?', 'Draft the lease for Mrs Hartley'],
    ['Hello', 'Hello'],
  ])('of the demo model for %j is %j', (question, title) => {
    expect(planDemoTitle(question)).toBe(title)
  })
})
