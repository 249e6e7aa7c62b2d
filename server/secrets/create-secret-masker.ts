import type { Environment } from '#layers/northlight/server/utils/env.ts'
import { createStreamMasker, maskText } from './create-stream-masker.ts'
import type { StreamMasker } from './create-stream-masker.ts'
import { listKnownSecrets, sortSecrets, toSecretForms } from './list-known-secrets.ts'
import { maskPatterns } from './mask-patterns.ts'

/** Keeps this server's secrets out of what it says. */
export interface SecretMasker {
  /** For logs, errors and spans: what is known, and what looks like a secret. */
  maskReport(text: string): string
  /** For what is shown and stored: what is known, anywhere in a JSON value; the very same value where nothing is. */
  maskContent<Value>(value: Value): Value
  /** The same for a text that comes in pieces; undefined: there is nothing to mask. */
  startStream(): StreamMasker | undefined
  /** Has a secret that was not this server's from its start masked too, as that of a connection in use. */
  learn(secret: string): void
}

/** So many learned secrets are kept in mind; then the one that was learned first is forgotten. */
const mostLearned = 100

export function createSecretMasker(environment: Partial<Environment>): SecretMasker {
  const ownSecrets = listKnownSecrets(environment)
  const learned = new Set<string>()
  let all = ownSecrets
  let ofContent = ownSecrets.filter((secret) => !secret.isWord)
  return {
    maskReport: (text) => maskPatterns(maskText(all, text)),
    maskContent: (value) => ofContent.length > 0 ? maskStrings(value, (text) => maskText(ofContent, text)) : value,
    startStream: () => ofContent.length > 0 ? createStreamMasker(ofContent) : undefined,
    learn(secret) {
      if (learned.has(secret)) return
      learned.add(secret)
      const [first] = learned
      if (learned.size > mostLearned && first !== undefined) learned.delete(first)
      all = sortSecrets([...ownSecrets, ...[...learned].flatMap((one) => toSecretForms(one, '[key]'))])
      ofContent = all.filter(({ isWord }) => !isWord)
    },
  }
}

/** A JSON value with each of its strings, names too, as `mask` gives it; and a number that is a secret. */
export function maskStrings<Value>(value: Value, mask: (text: string) => string): Value {
  return walk(value, mask) as Value
}

const wholeSign = /^\[[a-z ]+\]$/

/** A password may be all digits; a number that only has one somewhere in it is another number. */
function maskNumber(value: number, mask: (text: string) => string): number | string {
  const masked = mask(String(value))
  return wholeSign.test(masked) ? masked : value
}

function walk(value: unknown, mask: (text: string) => string): unknown {
  if (typeof value === 'string') return mask(value)
  if (typeof value === 'number') return maskNumber(value, mask)
  if (Array.isArray(value)) return value.map((entry) => walk(entry, mask))
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [mask(name), walk(entry, mask)]))
}
