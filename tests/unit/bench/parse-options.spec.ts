import { expect, it } from 'vitest'
import { parseOptions } from '#layers/northlight/tests/bench/parse-options.ts'

it('measures everything in nine pairs, or what is named', () => {
  const { pairs, works } = parseOptions([])
  expect(pairs).toBe(9)
  expect(works.map(({ name }) => name)).toContain('w1:3000')
  expect(parseOptions(['--pairs', '3', '--only', 'w1:200,growth', '--with', 'peer=http://127.0.0.1:4000/'])).toEqual({
    pairs: 3,
    works: [{ name: 'w1:200', kind: 'w1', size: 200 }, { name: 'growth', kind: 'growth', size: 0 }],
    others: new Map([['peer', 'http://127.0.0.1:4000/']]),
  })
})

it.each([['--pairs', '0'], ['--pairs', 'many'], ['--only', 'w9:100'], ['--only', 'w1:many'], ['--only', 'toString'], ['--with', 'peer']])('refuses %s %s', (...args) => {
  expect(() => parseOptions(args)).toThrow()
})
