import { hasMoved, isRefusal } from '#layers/northlight/server/outward/certain-refusal.ts'
import { NotSentError } from '#layers/northlight/server/outward/not-sent-error.ts'
import { ActionFailure } from './executor.ts'

const longestAnswer = 200

/** What GitHub's client throws. */
interface RequestError extends Error {
  status: number
  response?: { headers?: Record<string, unknown>, data?: unknown }
}

/** The failure, where it is certain that nothing was done; undefined: nobody knows. */
export function toGithubFailure(error: unknown): ActionFailure | undefined {
  if (!isRequestError(error)) return undefined
  if (error.cause instanceof NotSentError) return new ActionFailure(`GitHub could not be reached: ${error.cause.message}.`, { cause: error })
  const { status, response } = error
  if (response === undefined || !isRefusal(status)) return undefined
  if (status === 429 || isRateLimit(status, response.headers)) return new ActionFailure('GitHub takes no more for now: the connection\'s rate limit is used up.', { cause: error })
  if (status === 401) return new ActionFailure('GitHub does not take the connection\'s token any more.', { cause: error })
  return new ActionFailure(`GitHub refused it (${status}): ${toLine(error.message)}`, { cause: error })
}

/** Throws where an answer is a redirect, which its client takes for a success. */
export function requireNoRedirect({ status }: { status: number }): void {
  if (hasMoved(status)) throw new ActionFailure('GitHub answers that this has moved to another address.')
  if (status >= 300) throw new Error(`GitHub answered ${status}.`)
}

function isRateLimit(status: number, headers: Record<string, unknown> = {}): boolean {
  return status === 403 && (headers['x-ratelimit-remaining'] === '0' || headers['retry-after'] !== undefined)
}

function isRequestError(error: unknown): error is RequestError {
  return error instanceof Error && 'status' in error && typeof error.status === 'number'
}

/** GitHub's own words, which are for programs, with a link behind them. */
function toLine(message: string): string {
  const line = message.replace(/ - https?:\/\/\S+$/, '').replaceAll(/\s+/g, ' ').trim()
  return line.length > longestAnswer ? `${line.slice(0, longestAnswer).toWellFormed()}…` : line
}
