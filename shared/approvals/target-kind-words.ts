/** What an action can be about, in words. */
export const targetKindWords: Partial<Record<string, string>> = {
  pull_request: 'Pull request',
  issue: 'Issue',
  webhook: 'Webhook',
  matter: 'Matter',
}
