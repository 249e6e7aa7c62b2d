/** Whether a file that is dropped without a word is taken for a test report: by its ending, as reports come. */
export function isReportName(name: string): boolean {
  return /\.(?:xml|json)$/i.test(name)
}
