import type { Environment } from './env.ts'

const secretNames = ['OPENAI_API_KEY', 'ANTHROPIC_API_KEY'] as const

/** A text from outside, such as a provider's refusal, without the keys that were sent there. */
export function maskSecrets(text: string, environment: Environment): string {
  return secretNames.reduce((masked, name) => masked.replaceAll(environment[name] || '\u0000', '[key]'), text)
}
