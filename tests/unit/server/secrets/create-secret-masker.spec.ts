import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSecretMasker } from '#layers/northlight/server/secrets/create-secret-masker.ts'
import { createStreamMasker, maskText } from '#layers/northlight/server/secrets/create-stream-masker.ts'
import { readEnvironment } from '#layers/northlight/server/utils/env.ts'

const password = 'p@ss "word" 42'
const environment = readEnvironment({
  OPENAI_API_KEY: 'sk-one', ANTHROPIC_API_KEY: 'anthropic-key-0123456789', NORTHLIGHT_SECRET: 'a'.repeat(40),
  DATABASE_URL: `postgresql://app:${encodeURIComponent(password)}@host/db`, DATABASE_OWNER_URL: 'postgres://owner@host/db?password=hunter2', REDIS_URL: 'redis://:redis-password-1@host',
})
const secrets = createSecretMasker(environment)

describe('what is known', () => {
  it('is left alone when nothing secret is set, a NUL in it too', () => {
    const none = createSecretMasker(readEnvironment({}))
    expect([none.maskReport('a\u0000b'), none.maskContent({ a: ['b'] }), none.startStream()]).toEqual(['a\u0000b', { a: ['b'] }, undefined])
  })

  it.each([
    ['a key', 'anthropic-key-0123456789', '[key]'],
    ['the signing key', 'a'.repeat(40), '[key]'],
    ['a password as it stands in its URL', encodeURIComponent(password), '[password]'],
    ['a password as it is meant', password, '[password]'],
    ['a password in JSON', JSON.stringify(password).slice(1, -1), '[password]'],
    ['basic authentication', Buffer.from(`app:${password}`).toString('base64').replace(/=+$/, ''), '[password]'],
    ['the password of Redis', 'redis-password-1', '[password]'],
  ])('is masked: %s', (_name, form, sign) => {
    expect(secrets.maskReport(`<${form}>`)).toBe(`<${sign}>`)
    expect(secrets.maskContent({ [form]: ['x', { y: `${form}${form}` }] })).toEqual({ [sign]: ['x', { y: `${sign}${sign}` }] })
  })

  it('is masked where it is a number, and no other number is', () => {
    const ofDigits = createSecretMasker({ REDIS_URL: 'redis://:314159265358@host' })
    expect(ofDigits.maskContent({ rows: [314_159_265_358, 3_141_592_653_580, 0.5] })).toEqual({ rows: ['[password]', 3_141_592_653_580, 0.5] })
  })

  it('is masked in reports alone where it is a word that a conversation may hold', () => {
    expect(secrets.maskReport('hunter2 sk-one')).toBe('[password] [key]')
    expect(secrets.maskContent('hunter2')).toBe('hunter2')
    const brief = createSecretMasker(readEnvironment({ REDIS_URL: 'redis://:pw@host' }))
    const basic = Buffer.from(':pw').toString('base64')
    expect([brief.maskReport(basic), brief.maskContent(`${basic}le`)]).toEqual(['[password]', `${basic}le`])
  })
})

describe('what looks like a secret', () => {
  it.each([
    ['Authorization: Bearer abcdefgh12345678', 'Authorization: Bearer [token]'],
    ['sk-proj-0123456789abcdef is wrong', '[key] is wrong'],
    ['nl_0123456789abcdef', '[key]'],
    ['at https://ada:lovelace@host/db', 'at https://ada:[password]@host/db'],
    ['cookie: northlight.session_token=abc; other=1\nnext', 'cookie: [cookie]\nnext'],
    ['{"password":"correct horse"}', '{"password":"[secret] horse"}'],
    ['api_key=0123456789', 'api_key=[secret]'],
    ['-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----.', '[private key].'],
    ['eyJhbGciOi.eyJzdWIi.c2lnbmF0dXJl', '[token]'],
    ['AKIAIOSFODNN7EXAMPLE', '[key]'],
  ])('is masked in reports: %s', (text, masked) => {
    expect(secrets.maskReport(text)).toBe(masked)
    expect(secrets.maskContent(text)).toBe(text)
  })

  it('takes no longer for a long text without one', () => {
    const text = 'a:'.repeat(50_000) + 'https://'.repeat(10_000) + '-----BEGIN PRIVATE KEY-----'.repeat(200)
    const start = performance.now()
    secrets.maskReport(text)
    console.log(`Masked ${text.length} characters of a report in ${(performance.now() - start).toFixed(0)} ms.`)
  })
})

describe('a text that comes in pieces', () => {
  /** Short, over few letters, so that beginnings overlap often. */
  const form = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 5 })
  const known = fc.uniqueArray(form, { minLength: 1, maxLength: 4 })
    .map((forms) => forms.map((text, index) => ({ form: text, sign: `[${index}]`, isWord: false })).toSorted((one, other) => other.form.length - one.form.length))
  const pieces = fc.array(fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd'), maxLength: 6 }), { maxLength: 10 })

  it('is masked as the whole is, wherever it is cut', () => {
    fc.assert(fc.property(known, pieces, (list, parts) => {
      const stream = createStreamMasker(list)
      const said = parts.map((piece) => stream.push(piece)).join('') + stream.end()
      expect(said).toBe(maskText(list, parts.join('')))
    }), { numRuns: 2_000 })
  })

  it('holds back a possible beginning and nothing else, and none of it at the end', () => {
    fc.assert(fc.property(known, pieces, (list, parts) => {
      const stream = createStreamMasker(list)
      const text = parts.join('')
      const said = parts.map((piece) => stream.push(piece)).join('')
      if (!list.some((secret) => text.includes(secret.form))) {
        const held = text.slice(said.length)
        expect(text.startsWith(said)).toBe(true)
        if (held !== '') expect(list.some((secret) => secret.form.startsWith(held))).toBe(true)
        expect(said + stream.end()).toBe(text)
        expect(stream.end()).toBe('')
      }
    }), { numRuns: 2_000 })
  })
})
