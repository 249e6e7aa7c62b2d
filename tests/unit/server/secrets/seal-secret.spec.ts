import fc from 'fast-check'
import { expect, it } from 'vitest'
import { SealBrokenError } from '#layers/northlight/server/secrets/seal-broken-error.ts'
import { sealSecret, unsealSecret } from '#layers/northlight/server/secrets/seal-secret.ts'

const key = 'a'.repeat(32)
const place = { organizationId: 'o', connectionId: 'c' }

it('opens what it sealed, whatever that is', () => {
  fc.assert(fc.property(fc.string({ unit: 'grapheme' }), fc.string({ minLength: 32 }), (secret, serverSecret) => {
    expect(unsealSecret(serverSecret, place, sealSecret(serverSecret, place, secret))).toBe(secret)
  }))
})

it('seals the same secret otherwise each time, and holds nothing of it', () => {
  const [first, second] = [sealSecret(key, place, 'ghp_0123456789'), sealSecret(key, place, 'ghp_0123456789')]
  expect(first).not.toBe(second)
  expect(Buffer.from(first.slice(3), 'base64url').toString('latin1')).not.toContain('ghp_')
})

it('opens nothing with another key, for another place, or of another form', () => {
  const sealed = sealSecret(key, place, 'secret')
  const refused = [
    () => unsealSecret('b'.repeat(32), place, sealed),
    () => unsealSecret(key, { ...place, connectionId: 'd' }, sealed),
    () => unsealSecret(key, { organizationId: 'oc', connectionId: '' }, sealed),
    () => unsealSecret(key, place, sealed.slice(3)),
    () => unsealSecret(key, place, ''),
    () => unsealSecret(key, place, 'v1.'),
  ]
  for (const open of refused) expect(open).toThrow(SealBrokenError)
})

it('opens nothing of which a byte was changed', () => {
  const bytes = Buffer.from(sealSecret(key, place, 'secret').slice(3), 'base64url')
  fc.assert(fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (index, change) => {
    const changed = Buffer.from(bytes)
    changed[index] = (changed[index] ?? 0) ^ change
    expect(() => unsealSecret(key, place, `v1.${changed.toString('base64url')}`)).toThrow(SealBrokenError)
  }))
})
