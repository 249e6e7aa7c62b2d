import type { ApprovalPayload } from './approval-payload.ts'

/** What would be done and sent, as it is, to be copied: nothing is escaped in it, and nothing left out. */
export function toRawText({ request, evidence }: Pick<ApprovalPayload, 'request' | 'evidence'>): string {
  return [request.value, ...evidence.map(({ label, text, detail }) => `${label}:\n${text}${detail === null ? '' : `\n${detail}`}`)].join('\n\n')
}
