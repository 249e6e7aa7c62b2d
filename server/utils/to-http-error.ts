import { setResponseHeader, setResponseStatus } from 'h3'
import type { H3Event } from 'h3'
import { NorthlightError } from '#layers/northlight/shared/errors/northlight-error.ts'
import type { ErrorBody } from '#layers/northlight/shared/errors/northlight-error.ts'
import { toDatabaseFailure } from '#layers/northlight/server/store/to-database-failure.ts'
import { setRouteHeaders } from '#layers/northlight/server/headers/set-route-headers.ts'
import type { Log } from '#layers/northlight/server/logs/log.ts'
import { ReportError } from '#layers/northlight/server/reports/report-error.ts'

export interface HttpError {
  status: number
  body: ErrorBody
  /** For the header `Retry-After`, in seconds. */
  retryAfter?: number
}

const reportRefusedStatus = 422

/** The one translator at the edge: whatever was thrown becomes a status and a body of one shape; what nobody foresaw goes to the log whole. */
export function toHttpError(error: unknown, log?: Log): HttpError {
  if (error instanceof ReportError) return { status: reportRefusedStatus, body: { code: error.code, message: error.message, fix: error.fix } }
  const known = error instanceof NorthlightError ? error : toUnforeseen(error, log)
  return { status: known.status, body: known.toBody(), retryAfter: known.retryAfterSeconds }
}

/** Answers with the error's status and body. */
export function sendHttpError(event: H3Event, error: unknown, log?: Log): ErrorBody {
  const { status, body, retryAfter } = toHttpError(error, log)
  setRouteHeaders(event)
  setResponseStatus(event, status)
  if (retryAfter !== undefined) setResponseHeader(event, 'retry-after', retryAfter)
  return body
}

function toUnforeseen(error: unknown, log: Log | undefined): NorthlightError {
  const failure = toDatabaseFailure(error)
  // While the database is away each request meets the same: a line for each says it, without where.
  if (failure) log?.error(failure.message, { code: failure.code, reason: toLastLine(error) })
  else log?.error('It failed in a way that nobody foresaw.', { error })
  return failure ?? new NorthlightError('internal', { cause: error })
}

/** Without Prisma's picture of the code. */
function toLastLine(error: unknown): string {
  return error instanceof Error ? error.message.trim().split('\n').at(-1) ?? '' : String(error)
}
