import { describe, expect, it } from 'vitest'
import { isLongPrompt } from '#layers/northlight/shared/display/is-long-prompt.ts'

describe('isLongPrompt', () => {
  it('folds from two lines over what is shown', () => {
    const lines = (count: number) => Array.from({ length: count }, () => 'a line').join('\n')
    expect([12, 13, 14, 2_000].map((count) => isLongPrompt(lines(count)))).toEqual([false, false, true, true])
  })

  it('counts a long line as the lines it takes', () => {
    expect(isLongPrompt('x'.repeat(1_200))).toBe(false)
    expect(isLongPrompt('x'.repeat(1_300))).toBe(true)
  })
})
