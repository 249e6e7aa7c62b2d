import { setResponseHeader, setResponseStatus } from 'h3'
import type { H3Event } from 'h3'
import { NorthlightError } from '#layers/northlight/shared/errors/northlight-error.ts'
import type { ErrorBody } from '#layers/northlight/shared/errors/northlight-error.ts'
import { ReportError } from '#layers/northlight/server/reports/report-error.ts'

export interface HttpError {
  status: number
  body: ErrorBody
  /** For the header `Retry-After`, in seconds. */
  retryAfter?: number
}

const reportRefusedStatus = 422

/** The one translator at the edge: whatever was thrown becomes a status and a body of one shape. */
export function toHttpError(error: unknown): HttpError {
  if (error instanceof ReportError) return { status: reportRefusedStatus, body: { code: error.code, message: error.message, fix: error.fix } }
  const known = error instanceof NorthlightError ? error : toUnforeseen(error)
  return { status: known.status, body: known.toBody(), retryAfter: known.retryAfterSeconds }
}

/** Answers with the error's status and body. */
export function sendHttpError(event: H3Event, error: unknown): ErrorBody {
  const { status, body, retryAfter } = toHttpError(error)
  setResponseStatus(event, status)
  setResponseHeader(event, 'cache-control', 'no-store')
  if (retryAfter !== undefined) setResponseHeader(event, 'retry-after', retryAfter)
  return body
}

/** Prisma's own codes for a server that can't be reached or has no connection free. */
const connectionCodes = new Set(['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2028'])
const socketCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE'])

function toUnforeseen(error: unknown): NorthlightError {
  console.error(error)
  return new NorthlightError(isDatabaseDown(error) ? 'database-unavailable' : 'internal', { cause: error })
}

function isDatabaseDown(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false
  return connectionCodes.has(String(error.code)) || socketCodes.has(String(error.code))
}
