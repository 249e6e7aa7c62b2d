import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import busboy from '@fastify/busboy'
import { NorthlightError } from '#layers/northlight/shared/errors/northlight-error.ts'

export interface ReportUpload<Report> {
  fileName?: string
  report: Report
}

type ReadReport<Report> = (source: AsyncIterable<Uint8Array>) => Promise<Report>

const longestFileName = 200

/**
 * Reads a report off a request while it arrives: its body, or the one file of a multipart form.
 *
 * @throws {NorthlightError} `request-invalid` for a form without a file
 * @throws {ReportError}
 */
export async function readReportUpload<Report>(request: IncomingMessage, read: ReadReport<Report>): Promise<ReportUpload<Report>> {
  const contentType = request.headers['content-type']
  if (contentType?.toLowerCase().startsWith('multipart/')) return readForm(request, contentType, read)
  return { report: await read(request.iterator({ destroyOnReturn: false })) }
}

async function readForm<Report>(request: IncomingMessage, contentType: string, read: ReadReport<Report>): Promise<ReportUpload<Report>> {
  const { promise, resolve, reject } = Promise.withResolvers<ReportUpload<Report>>()
  let upload: Promise<ReportUpload<Report>> | undefined
  const form = openForm(contentType)
  form.on('file', (_field: string, file: Readable, name: string | undefined) => {
    upload = readFile(file, name, read)
    upload.catch((error: unknown) => {
      request.unpipe(form)
      reject(error)
    })
  })
  form.on('filesLimit', () => reject(new NorthlightError('request-invalid', { message: 'The form holds more than one file.', fix: 'Send one report a request.' })))
  form.on('finish', () => upload ? resolve(upload) : reject(new NorthlightError('request-invalid', { message: 'The form holds no file.', fix: 'Send the report as a file field.' })))
  form.on('error', (error: unknown) => reject(new NorthlightError('request-invalid', { message: 'The form is cut off or malformed.', cause: error })))
  request.on('error', reject)
  request.pipe(form)
  return promise
}

/** The reader throws at once for a form that names no boundary. */
function openForm(contentType: string) {
  try {
    return busboy({ headers: { 'content-type': contentType }, limits: { files: 1, fields: 10, fieldSize: 10_000 } })
  }
  catch (error) {
    throw new NorthlightError('request-invalid', { message: 'The form\'s content type names no boundary.', fix: 'Let the client set it, as `curl --form` does.', cause: error })
  }
}

async function readFile<Report>(file: Readable, name: string | undefined, read: ReadReport<Report>): Promise<ReportUpload<Report>> {
  try {
    const report = await read(file)
    return name ? { fileName: name.replaceAll('\u0000', '').toWellFormed().slice(0, longestFileName), report } : { report }
  }
  finally {
    file.resume()
  }
}
