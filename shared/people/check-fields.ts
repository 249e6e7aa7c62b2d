import { longestPassword, shortestPassword } from './password-limits.ts'

/** What is wrong with it, in words; undefined where nothing is. Whether it is taken is the server's to say. */
export function checkName(name: string): string | undefined {
  return name.trim() === '' ? 'Type a name.' : undefined
}

export function checkEmail(email: string): string | undefined {
  if (email.trim() === '') return 'Type an e-mail address.'
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim()) ? undefined : 'This is no e-mail address.'
}

export function checkNewPassword(password: string): string | undefined {
  if (password.length < shortestPassword) return `At least ${shortestPassword} characters.`
  return password.length > longestPassword ? `At most ${longestPassword} characters.` : undefined
}
