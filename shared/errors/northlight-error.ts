import { errorCatalogue } from './error-catalogue.ts'
import type { ErrorCode, ErrorEntry } from './error-catalogue.ts'

/** The one shape of an error on the wire. */
export interface ErrorBody {
  code: string
  message: string
  fix?: string
}

/** An error of the catalogue; `message` and `fix` may say more than the entry does. */
export class NorthlightError extends Error {
  override readonly name = 'NorthlightError'
  readonly code: ErrorCode
  readonly status: number
  readonly fix?: string
  /** After how long it is worth trying again. */
  readonly retryAfterSeconds?: number
  /** What else its body says, for whoever can go on from there. */
  readonly facts?: Readonly<Record<string, unknown>>

  constructor(code: ErrorCode, details: { message?: string, fix?: string, retryAfterSeconds?: number, facts?: Readonly<Record<string, unknown>>, cause?: unknown } = {}) {
    const entry: ErrorEntry = errorCatalogue[code]
    super(details.message ?? entry.message, { cause: details.cause })
    this.code = code
    this.status = entry.status
    this.fix = details.fix ?? entry.fix
    this.facts = details.facts
    this.retryAfterSeconds = details.retryAfterSeconds ?? entry.retryAfterSeconds
  }

  toBody(): ErrorBody {
    return { code: this.code, message: this.message, ...(this.fix ? { fix: this.fix } : {}), ...this.facts }
  }
}
