import { z } from 'zod'

export const reportErrorCodeSchema = z.enum([
  'report-empty', 'report-not-recognised', 'report-truncated', 'report-malformed', 'report-too-large', 'report-too-deep',
  'report-too-many-results', 'report-encoding', 'report-declarations',
])

export type ReportErrorCode = z.infer<typeof reportErrorCodeSchema>

/** What to do about a refused report. */
const reportFixes: Readonly<Record<ReportErrorCode, string>> = {
  'report-empty': 'Check that the test run wrote its report, and upload that file.',
  'report-not-recognised': 'Upload a JUnit XML file, the JSON that Playwright\'s "json" reporter writes, or CTRF.',
  'report-truncated': 'Upload the whole file: let the test run finish, or copy the report again.',
  'report-malformed': 'Let the test run write the report again; one file holds one report.',
  'report-too-large': 'Split the report, or leave captured output out of it.',
  'report-too-deep': 'Upload a report with fewer levels of suites.',
  'report-too-many-results': 'Split the report into several, one upload each.',
  'report-encoding': 'Save the report as UTF-8.',
  'report-declarations': 'Remove the DOCTYPE and ENTITY declarations from the file.',
}

/** A report was refused whole. `message` says what happened, `fix` what to do; both are for a person to read. */
export class ReportError extends Error {
  override readonly name = 'ReportError'
  readonly code: ReportErrorCode
  readonly fix: string

  constructor(code: ReportErrorCode, message: string) {
    super(message)
    this.code = code
    this.fix = reportFixes[code]
  }
}
