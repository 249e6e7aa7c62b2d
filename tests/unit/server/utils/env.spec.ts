import { expect, it } from 'vitest'
import { readEnvironment } from '#layers/northlight/server/utils/env.ts'

const read = (variables: Record<string, string>) => () => readEnvironment(variables)

it.each([
  ['DATABASE_URL', 'mysql://app:secret@host/db', 'must start with postgresql://'],
  ['DATABASE_OWNER_URL', 'secret', 'must start with postgresql://'],
  ['OPENAI_BASE_URL', 'secret', 'must be a URL, such as http://127.0.0.1:11434/v1'],
])('names a wrong %s and what it must be, and does not show it', (name, value, expected) => {
  expect(read({ [name]: value })).toThrow(`${name} is not valid: ${expected}. Mend the variable or unset it.`)
  expect(read({ [name]: value })).not.toThrow(/secret/)
})

it('shows another wrong value', () => {
  expect(read({ PORT: 'eighty' })).toThrow('PORT is "eighty": ')
})

it('takes addresses and networks for those that may be asked though they are private', () => {
  expect(readEnvironment({ NORTHLIGHT_PRIVATE_ADDRESSES: '127.0.0.1 10.0.0.0/8, fd00::/8\n::1' }).NORTHLIGHT_PRIVATE_ADDRESSES).toEqual(['127.0.0.1', '10.0.0.0/8', 'fd00::/8', '::1'])
  expect(readEnvironment({}).NORTHLIGHT_PRIVATE_ADDRESSES).toEqual([])
})

it.each(['localhost', '10.0.0.0/33', '::/129', '10.0.0.0/', '10.0.0.0/8/8', '10.0.0', '10.0.0.0/-1', 'fe80::1%lo', '*'])('refuses %s for an address', (range) => {
  expect(read({ NORTHLIGHT_PRIVATE_ADDRESSES: range })).toThrow(/^NORTHLIGHT_PRIVATE_ADDRESSES is ".*": must be addresses or networks, such as 10\.0\.0\.5 or 10\.0\.0\.0\/8/)
})
