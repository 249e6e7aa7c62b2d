import type { Environment } from './env.ts'

const keyNames = ['OPENAI_API_KEY', 'ANTHROPIC_API_KEY'] as const
const databaseNames = ['DATABASE_URL', 'DATABASE_OWNER_URL'] as const

/** A text from outside, such as a provider's refusal, without the keys and passwords of this server's. */
export function maskSecrets(text: string, environment: Environment): string {
  const keys = keyNames.map((name) => [environment[name], '[key]'] as const)
  const passwords = databaseNames.flatMap((name) => readPasswords(environment[name])).map((password) => [password, '[password]'] as const)
  return [...keys, ...passwords].reduce((masked, [secret, sign]) => secret ? masked.replaceAll(secret, sign) : masked, text)
}

/** As they stand in the URL, and as the driver sends them. */
function readPasswords(url: string | undefined): string[] {
  if (!url || !URL.canParse(url)) return []
  const { password, searchParams } = new URL(url)
  return [password, decode(password), searchParams.get('password') ?? '']
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  }
  catch {
    return text
  }
}
