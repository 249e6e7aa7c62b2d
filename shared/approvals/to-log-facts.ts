import type { ApprovalPayload } from './approval-payload.ts'
import { escapeText } from './escape-text.ts'
import { maskSensitiveKeys } from './mask-sensitive-keys.ts'
import { parseApprovalPayload } from './parse-approval-payload.ts'
import type { LogFacts } from './review-log-answers.ts'

/** In UTF-16 units, of each string. */
const longestFact = 1_000

/**
 * The facts of a request as columns of the review log; a fact that isn't there has none. No evidence, and nothing that
 * a model advised. A payload that can't be read has no facts.
 */
export function toLogFacts(value: unknown): LogFacts {
  const payload = parseApprovalPayload(value)
  return payload ? maskSensitiveKeys(cutFacts(listFacts(payload))) : {}
}

/** Of a text of the log's own, as a person's reason: cut and written out as facts are. */
export function toLogText(text: string): string {
  return escapeText(text, true, longestFact)
}

function listFacts({ kind, request: { requester, ...request } }: ApprovalPayload): Record<string, string | boolean | null> {
  const { dot, forwarded, chatId, runId } = requester
  const { surface, toolName, invokedToolName, value, matchedRule, context, executedUnit } = request
  return { kind, dot, forwarded, chatId, runId, surface, toolName, invokedToolName, value, matchedRule, context, executedUnit }
}

function cutFacts(facts: Record<string, string | boolean | null>): LogFacts {
  return Object.fromEntries(Object.entries(facts).filter(([, fact]) => fact !== null).map(([column, fact]) => [column, typeof fact === 'string' ? toLogText(fact) : fact]))
}
