import type { IncomingMessage } from 'node:http'
import { NorthlightError } from '#layers/northlight/shared/errors/northlight-error.ts'
import { readRequest } from '#layers/northlight/server/utils/read-request.ts'
import { mostFileBytes } from '#layers/northlight/shared/messages/file-limits.ts'

export interface FileUpload {
  mediaType: string
  content: Uint8Array<ArrayBuffer>
}

const mediaTypePattern = /^[\w.+-]{1,60}\/[\w.+-]{1,120}$/

/**
 * Reads a file that is the whole body of a request, counted while it comes.
 *
 * @throws {NorthlightError} `file-too-large`, `content-type-refused`, `request-invalid` for one without a byte
 */
export async function readFileUpload(request: IncomingMessage): Promise<FileUpload> {
  const mediaType = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? ''
  if (!mediaTypePattern.test(mediaType)) throw new NorthlightError('content-type-refused', { message: 'A file needs a content type of the form type/subtype.', fix: 'Send application/octet-stream where it is not known.' })
  if (Number(request.headers['content-length'] ?? 0) > mostFileBytes) throw new NorthlightError('file-too-large')
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of readRequest(request)) {
    size += chunk.length
    if (size > mostFileBytes) throw new NorthlightError('file-too-large')
    chunks.push(chunk)
  }
  if (size === 0) throw new NorthlightError('request-invalid', { message: 'The file is empty.' })
  return { mediaType, content: new Uint8Array(Buffer.concat(chunks)) }
}
