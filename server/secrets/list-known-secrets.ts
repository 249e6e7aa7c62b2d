import type { Environment } from '#layers/northlight/server/utils/env.ts'

/** A secret in one of the forms that it is written in, and what stands in its place. */
export interface KnownSecret {
  form: string
  sign: string
  /** Whether a conversation could hold the form by chance, as a word of its own: then only logs and errors are masked. */
  isWord: boolean
}

const keyNames = ['OPENAI_API_KEY', 'ANTHROPIC_API_KEY', 'NORTHLIGHT_SECRET'] as const
const urlNames = ['DATABASE_URL', 'DATABASE_OWNER_URL', 'REDIS_URL', 'OPENAI_BASE_URL'] as const

/** Shorter ones are words: a chat about Postgres is not to lose that name, because it is somebody's password. */
const shortestRandom = 12

/** The secrets that this server was started with, each in all its forms: as given, decoded, in JSON, in a URL, as basic authentication. The longest come first. */
export function listKnownSecrets(environment: Partial<Environment>): KnownSecret[] {
  const keys = keyNames.flatMap((name) => toSecretForms(environment[name] ?? '', '[key]'))
  const passwords = urlNames.flatMap((name) => listPasswords(environment[name]))
  return sortSecrets([...passwords, ...keys])
}

/** Each form once, the longest first. */
export function sortSecrets(secrets: readonly KnownSecret[]): KnownSecret[] {
  const byForm = new Map(secrets.map((secret) => [secret.form, secret]))
  return [...byForm.values()].toSorted((one, other) => other.form.length - one.form.length)
}

function listPasswords(url: string | undefined): KnownSecret[] {
  if (!url || !URL.canParse(url)) return []
  const { username, password, searchParams } = new URL(url)
  const user = decode(username)
  return [password, decode(password), searchParams.get('password') ?? ''].flatMap((form) => [
    ...toSecretForms(form, '[password]'),
    ...(form ? toBase64(`${user}:${form}`, '[password]') : []),
  ])
}

/** A secret as given, in JSON and in a URL. */
export function toSecretForms(secret: string, sign: string): KnownSecret[] {
  if (secret === '') return []
  const forms = new Set([secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret.toWellFormed())])
  return [...forms].map((form) => ({ form, sign, isWord: secret.length < shortestRandom }))
}

/** Without its padding, which a longer text has not. */
function toBase64(text: string, sign: string): KnownSecret[] {
  const bytes = Buffer.from(text)
  return [bytes.toString('base64').replace(/=+$/, ''), bytes.toString('base64url')].map((form) => ({ form, sign, isWord: form.length < shortestRandom }))
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  }
  catch {
    return text
  }
}
