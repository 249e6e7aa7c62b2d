import { getQuery, getRequestHeader } from 'h3'
import type { H3Event } from 'h3'
import { NorthlightError } from '#layers/northlight/shared/errors/northlight-error.ts'
import { isInProcess } from '#layers/northlight/server/utils/is-in-process.ts'
import { isApiKeyForm } from './api-key-form.ts'

const bearer = /^bearer +(\S+)$/i

/**
 * The API key that a request brings, by either header; undefined: none. A page that is rendered brings none, whatever it
 * was asked with: it shows what a person may see. In an address, which logs and histories keep,
 * a key is refused, so that nobody comes to rely on it.
 *
 * @throws {NorthlightError} `api-key-refused`, `request-invalid`
 */
export function readApiKey(event: H3Event): string | undefined {
  if (isInProcess(event)) return undefined
  if (Object.entries(getQuery(event)).flat(2).some((value) => isApiKeyForm(String(value)))) {
    throw new NorthlightError('request-invalid', { message: 'An API key is never sent in the address.', fix: 'Delete this key, make another one, and send it in a header.' })
  }
  const authorization = getRequestHeader(event, 'authorization')?.trim()
  const inBearer = authorization === undefined ? undefined : bearer.exec(authorization)?.[1]
  const inHeader = getRequestHeader(event, 'x-api-key')?.trim()
  if (inBearer !== undefined && inHeader !== undefined && inBearer !== inHeader) throw new NorthlightError('api-key-refused', { message: 'The request brings two different API keys.' })
  return inBearer ?? inHeader
}
