import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import busboy from '@fastify/busboy'
import { NorthlightError } from '#layers/northlight/shared/errors/northlight-error.ts'
import { toBrokenOff } from './upload-broken-off.ts'

export interface ReportUpload<Report> {
  fileName?: string
  report: Report
}

interface Closable {
  close(): Promise<void>
}

type ReadReport<Report extends Closable> = (source: AsyncIterable<Uint8Array>) => Promise<Report>

const longestFileName = 200

/**
 * Reads a report off a request while it arrives: its body, or the one file of a multipart form. What it throws leaves
 * no report open.
 *
 * @throws {NorthlightError} `request-invalid` for a form without a file, or an upload that was broken off
 * @throws {ReportError}
 */
export async function readReportUpload<Report extends Closable>(request: IncomingMessage, read: ReadReport<Report>): Promise<ReportUpload<Report>> {
  const contentType = request.headers['content-type']
  if (contentType?.toLowerCase().startsWith('multipart/')) return readForm(request, contentType, read)
  try {
    return { report: await read(request.iterator({ destroyOnReturn: false })) }
  }
  catch (error) {
    throw request.errored ? toBrokenOff(error) : error
  }
}

async function readForm<Report extends Closable>(request: IncomingMessage, contentType: string, read: ReadReport<Report>): Promise<ReportUpload<Report>> {
  const { promise, resolve, reject } = Promise.withResolvers<ReportUpload<Report>>()
  let file: Readable | undefined
  let upload: Promise<ReportUpload<Report>> | undefined
  const form = openForm(contentType)
  form.on('file', (_field: string, opened: Readable, name: string | undefined) => {
    file = opened
    upload = readFile(opened, name, read)
    upload.catch(reject)
  })
  form.on('filesLimit', () => reject(new NorthlightError('request-invalid', { message: 'The form holds more than one file.', fix: 'Send one report a request.' })))
  form.on('finish', () => upload ? resolve(upload) : reject(new NorthlightError('request-invalid', { message: 'The form holds no file.', fix: 'Send the report as a file field.' })))
  form.on('error', (error: unknown) => reject(new NorthlightError('request-invalid', { message: 'The form is cut off or malformed.', cause: error })))
  request.on('error', (error) => reject(toBrokenOff(error)))
  request.pipe(form)
  try {
    return await promise
  }
  catch (error) {
    request.unpipe(form)
    // Nothing more comes, and its reader must not wait for it.
    file?.destroy()
    await upload?.then(({ report }) => report.close(), () => {})
    throw error
  }
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

async function readFile<Report extends Closable>(file: Readable, name: string | undefined, read: ReadReport<Report>): Promise<ReportUpload<Report>> {
  try {
    const report = await read(file)
    return name ? { fileName: name.replaceAll('\u0000', '').toWellFormed().slice(0, longestFileName), report } : { report }
  }
  finally {
    file.resume()
  }
}
