import { describe, expect, it } from 'vitest'
import { createLog } from '#layers/northlight/server/logs/create-log.ts'
import { createSecretMasker } from '#layers/northlight/server/secrets/create-secret-masker.ts'
import { readEnvironment } from '#layers/northlight/server/utils/env.ts'

function openLog(variables: Record<string, string> = {}) {
  const environment = readEnvironment({ OPENAI_API_KEY: 'provider-key-0123456789', ...variables })
  const lines: string[] = []
  const log = createLog({ environment, secrets: createSecretMasker(environment), write: (line) => lines.push(line) })
  return { log, lines, read: () => lines.map((line) => JSON.parse(line) as Record<string, unknown>) }
}

const forged = 'Checkout\n{"level":"info","message":"approved"}\u001B[2J\u2028'

describe('the log', () => {
  it('is one line of JSON an event, whatever a fact holds', () => {
    const { log, lines, read } = openLog()
    log.with({ requestId: 'r1' }).error('It failed.', { title: forged, error: new Error(forged) })
    expect(lines).toHaveLength(1)
    expect(lines[0]?.indexOf('\n')).toBe(lines[0]?.length === undefined ? -1 : lines[0].length - 1)
    expect(read()).toMatchObject([{ level: 'error', message: 'It failed.', requestId: 'r1', title: forged, error: { name: 'Error', message: forged } }])
  })

  it('is a line to read where a person does, and no fact can add one, or move the cursor', () => {
    const { log, lines } = openLog({ NORTHLIGHT_LOG_FORMAT: 'lines' })
    log.warn('It failed.', { title: forged })
    log.error('It failed.', { error: new Error(forged) })
    expect(lines[0]).toMatch(/^\d\d:\d\d:\d\d warn {2}It failed\. title="Checkout\\n[^\n]*\n$/)
    // eslint-disable-next-line no-control-regex -- Control characters are what is looked for.
    expect(lines.join('')).not.toMatch(/[\u0000-\u0009\u000B-\u001F\u2028]/)
    expect(lines.join('').split('\n').filter((line) => line.startsWith('{'))).toEqual([])
  })

  it('says what is wrong in local mode, more where people sign in, and as much as is asked for', () => {
    const count = (variables: Record<string, string>) => {
      const { log, lines } = openLog(variables)
      for (const level of ['debug', 'info', 'warn', 'error'] as const) log[level]('Something happened.')
      return lines.length
    }
    const password = { NORTHLIGHT_AUTH: 'password', NORTHLIGHT_SECRET: 'x'.repeat(32) }
    expect([count({}), count(password), count({ NORTHLIGHT_LOG_LEVEL: 'debug' }), count({ ...password, NORTHLIGHT_LOG_LEVEL: 'error' })]).toEqual([2, 3, 4, 1])
  })

  it('holds no secret, and of an error none of what libraries hang on it', () => {
    const { log, lines } = openLog()
    const cause = Object.assign(new Error('401 for Bearer abcdefgh12345678'), { code: 'refused', requestBody: 'what a person wrote', headers: { authorization: 'x' } })
    log.error('It failed.', { at: 'https://ada:lovelace@host', error: new Error('provider-key-0123456789', { cause }) })
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ at: 'https://ada:[password]@host', error: { message: '[key]', cause: { message: '401 for Bearer [token]', code: 'refused' } } })
    for (const secret of ['provider-key', 'abcdefgh', 'lovelace', 'what a person wrote', 'authorization']) expect(lines[0]).not.toContain(secret)
  })

  it.each([['a text', 'thrown'], ['nothing', undefined], ['an error that is its own cause', toRing()]])('takes %s as an error', (_name, error) => {
    const { log, lines } = openLog()
    log.error('It failed.', { error })
    expect(lines).toHaveLength(1)
  })
})

function toRing(): Error {
  const error = new Error('again')
  error.cause = error
  return error
}
