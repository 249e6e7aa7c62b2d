import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import busboy from '@fastify/busboy'
import { NorthlightError } from '#layers/northlight/shared/errors/northlight-error.ts'
import type { TestReport } from '#layers/northlight/shared/reports/test-report.ts'

export interface ReportUpload {
  fileName?: string
  report: TestReport
}

type ParseReport = (source: AsyncIterable<Uint8Array>) => Promise<TestReport>

const longestFileName = 200

/**
 * Reads a report off a request while it arrives: its body, or the one file of a multipart form.
 *
 * @throws {NorthlightError} `request-invalid` for a form without a file
 * @throws {ReportError}
 */
export async function readReportUpload(request: IncomingMessage, parse: ParseReport): Promise<ReportUpload> {
  const contentType = request.headers['content-type']
  if (contentType?.toLowerCase().startsWith('multipart/')) return readForm(request, contentType, parse)
  return { report: await parse(request.iterator({ destroyOnReturn: false })) }
}

async function readForm(request: IncomingMessage, contentType: string, parse: ParseReport): Promise<ReportUpload> {
  const { promise, resolve, reject } = Promise.withResolvers<ReportUpload>()
  let upload: Promise<ReportUpload> | undefined
  const form = openForm(contentType)
  form.on('file', (_field: string, file: Readable, name: string | undefined) => {
    upload = readFile(file, name, parse)
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

async function readFile(file: Readable, name: string | undefined, parse: ParseReport): Promise<ReportUpload> {
  try {
    const report = await parse(file)
    return name ? { fileName: name.replaceAll('\u0000', '').toWellFormed().slice(0, longestFileName), report } : { report }
  }
  finally {
    file.resume()
  }
}
