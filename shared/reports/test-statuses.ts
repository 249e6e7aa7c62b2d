/** How a test can end; an error or a time-out is `failed`. */
export const testStatuses = ['passed', 'failed', 'skipped'] as const
