import { setResponseHeader, setResponseStatus } from 'h3'
import type { H3Event } from 'h3'
import { NorthlightError } from '#layers/northlight/shared/errors/northlight-error.ts'
import type { ErrorBody } from '#layers/northlight/shared/errors/northlight-error.ts'
import { toDatabaseFailure } from '#layers/northlight/server/store/to-database-failure.ts'
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

function toUnforeseen(error: unknown): NorthlightError {
  const failure = toDatabaseFailure(error)
  console.error(failure ? `${failure.message} ${toLastLine(error)}` : error)
  return failure ?? new NorthlightError('internal', { cause: error })
}

/** While the database is away each request meets the same: one line for each says it, without Prisma's picture of the code. */
function toLastLine(error: unknown): string {
  return error instanceof Error ? error.message.trim().split('\n').at(-1) ?? '' : String(error)
}
