import { expect, it } from 'vitest'
import { toBlockWords } from '#layers/northlight/shared/blocks/to-block-words.ts'
import { blockFixtures } from '#layers/northlight/tests/fixtures/blocks/block-fixtures.ts'
import { noBlocks, oddBlocks } from '#layers/northlight/tests/fixtures/blocks/odd-blocks.ts'

/** Something that each of them says. */
const said = {
  runs: 'Coupon total is wrong after the cart is refreshed', pulls: 'fix/coupon-refresh', approvals: 'Tracker CHK', defects: 'CHK-2304', probes: 'Took longer than 2 s', memory: 'Prices are shown with tax.',
  ticket_review: 'Is a customer told that the costs have changed?', release_call: 'CHK-2304 is critical and open', test_cases: 'Takes a coupon off again', triage: 'Passed and failed on 3f2a1c0, 4 of 31 runs', table: 'Waits for the provider', stats: '94.2%', chart: 'Payments',
} satisfies Record<keyof typeof blockFixtures, string>

it.each(Object.entries(said))('finds what a block of %s says, and its heading', (kind, words) => {
  const found = toBlockWords(Object.entries(blockFixtures).find(([name]) => name === kind)?.[1])
  expect(found).toContain(words)
  expect(found[0]).toMatch(/^[A-Z]/)
})

it('finds neither addresses nor moments nor ids, which nobody reads', () => {
  const { approvals: _itsTargetIsAnAddress, ...others } = blockFixtures
  const found = Object.values(others).flatMap((fixture) => toBlockWords(fixture))
  expect(found.filter((text) => /^https?:|^2026-|UTC$|^run-[a-h]$|^approval-/.test(text))).toEqual([])
})

it('finds a default heading, and nothing in what is no block', () => {
  expect(toBlockWords({ kind: 'runs', runs: [] })).toEqual(['Test runs'])
  expect(toBlockWords(oddBlocks.unknownKindWithFields)).toEqual(['Weather at the warehouse', 'Field', 'Value', 'place', 'Rotterdam', 'degrees', '7.5', 'alerts', '["storm","ice"]', 'isOpen', 'false'])
  const nothing = [undefined, null, 7, 'runs', [], {}, { id: 'a', kind: 'nothing', list: [] }]
  expect([...nothing, ...noBlocks.filter((value) => !(value instanceof Object))].flatMap(toBlockWords)).toEqual([])
})
