import type { IncomingMessage } from 'node:http'
import { NorthlightError } from '#layers/northlight/shared/errors/northlight-error.ts'

/**
 * A request's body as it comes. Whoever stops reading leaves it open: a refusal is to be read before the connection closes.
 *
 * @throws {NorthlightError} `request-invalid` where the client went away before its end: there is nobody to tell, and nothing to log
 */
export async function* readRequest(request: IncomingMessage): AsyncGenerator<Buffer, void, undefined> {
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false })) yield chunk as Buffer
  }
  catch (error) {
    if (!request.errored && !request.destroyed) throw error
    throw new NorthlightError('request-invalid', { message: 'The request was broken off before its end.', fix: 'Send it again, whole.', cause: error })
  }
}
