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
