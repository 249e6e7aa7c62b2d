import { expect, it } from 'vitest'
import { spreadDelay } from '#layers/northlight/shared/host/spread-delay.ts'

it.each([[0, 500], [0.5, 750], [1, 1_000]])('waits from half of the delay to all of it: at %d %d ms of 1,000', (random, expected) => {
  expect(spreadDelay(1_000, () => random)).toBe(expected)
})
