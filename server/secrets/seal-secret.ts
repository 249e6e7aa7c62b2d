import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { SealBrokenError } from './seal-broken-error.ts'

/** What a sealed secret belongs to: elsewhere it can't be opened. */
export interface SealPlace {
  organizationId: string
  connectionId: string
}

const algorithm = 'aes-256-gcm'
const keyBytes = 32
const nonceBytes = 12
const tagBytes = 16
const form = 'v1.'
const keyUse = 'northlight: secrets of connections'

/** Encrypts a secret with a key that is derived from the server's own, for its place alone. */
export function sealSecret(serverSecret: string, place: SealPlace, secret: string): string {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, deriveKey(serverSecret), nonce, { authTagLength: tagBytes })
  cipher.setAAD(toBinding(place))
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return form + Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
}

/**
 * The secret that was sealed.
 *
 * @throws {SealBrokenError} it was sealed with another key, for another place, or was changed
 */
export function unsealSecret(serverSecret: string, place: SealPlace, text: string): string {
  try {
    if (!text.startsWith(form)) throw new Error('Its form is not known.')
    const bytes = Buffer.from(text.slice(form.length), 'base64url')
    const decipher = createDecipheriv(algorithm, deriveKey(serverSecret), bytes.subarray(0, nonceBytes), { authTagLength: tagBytes })
    decipher.setAAD(toBinding(place))
    decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
    return Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()]).toString('utf8')
  }
  catch (cause) {
    throw new SealBrokenError({ cause })
  }
}

function deriveKey(serverSecret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', serverSecret, '', keyUse, keyBytes))
}

function toBinding({ organizationId, connectionId }: SealPlace): Buffer {
  return Buffer.from(JSON.stringify([organizationId, connectionId]))
}
