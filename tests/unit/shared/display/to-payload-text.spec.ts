import { expect, it } from 'vitest'
import { toPayloadText } from '#layers/northlight/shared/display/to-payload-text.ts'

it('shows any value as text and never throws', () => {
  const cycle: Record<string, unknown> = {}
  cycle.self = cycle
  expect(toPayloadText({ a: [1] })).toBe('{\n  "a": [\n    1\n  ]\n}')
  expect(toPayloadText('as it is')).toBe('as it is')
  expect(toPayloadText(undefined)).toBe('')
  expect(toPayloadText(() => 1)).toBe('() => 1')
  expect(toPayloadText(cycle)).toBe('[object Object]')
  expect(toPayloadText(10n)).toBe('10')
})
