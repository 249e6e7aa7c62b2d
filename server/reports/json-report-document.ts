import type { z } from 'zod'
import type { JsonScalar } from './json-value-collector.ts'
import type { ParsedReport } from './parsed-report.ts'
import { ReportError } from './report-error.ts'

/** The meaning of one JSON format, fed with the tokens of a file in order. */
export interface JsonReportDocument {
  /** The last test that was read whole, for a message about a cut file. */
  readonly lastCase: string
  openContainer(container: 'object' | 'array'): void
  closeContainer(container: 'object' | 'array'): void
  key(key: string): void
  scalar(value: JsonScalar): void
  /** The report, once the outermost object is closed. */
  toReport(): ParsedReport
}

/**
 * A value of a report in the shape that its format has there.
 *
 * @throws {ReportError} `report-not-recognised`
 */
export function requireShape<T>(schema: z.ZodType<T>, value: unknown, place: string, format: string): T {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw toNotRecognised(format, `in "${place}", ${['it', ...issue?.path ?? []].join('.')} is not as ${format} writes it (${issue?.message})`)
}

export function toNotRecognised(format: string, reason: string): ReportError {
  return new ReportError('report-not-recognised', `The file is JSON, but no ${format} report: ${reason}.`)
}
