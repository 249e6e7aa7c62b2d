import type { ServerResponse } from 'node:http'
import { NorthlightError } from '#layers/northlight/shared/errors/northlight-error.ts'

/** The client went away before its report was whole: nothing of it is kept, and there is nobody to tell. */
export function toBrokenOff(cause?: unknown): NorthlightError {
  return new NorthlightError('request-invalid', { message: 'The upload was broken off before its end.', fix: 'Send the whole report again.', cause })
}

/** Aborted when the client goes away before it has its answer. */
export function toGoneSignal(response: ServerResponse): AbortSignal {
  const gone = new AbortController()
  response.once('close', () => gone.abort(toBrokenOff()))
  if (response.destroyed) gone.abort(toBrokenOff())
  return gone.signal
}
