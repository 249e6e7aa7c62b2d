import { escapeSlackMarks } from '#layers/northlight/shared/approvals/escape-slack-marks.ts'
import { escapeText } from '#layers/northlight/shared/approvals/escape-text.ts'
import { parseApprovalPayload } from '#layers/northlight/shared/approvals/parse-approval-payload.ts'
import { toApprovalBroadcast } from '#layers/northlight/shared/approvals/to-approval-broadcast.ts'
import { toDegradedPayload } from '#layers/northlight/shared/approvals/to-degraded-payload.ts'
import { toSlackText } from '#layers/northlight/shared/approvals/to-slack-text.ts'
import { toStandingWords } from '#layers/northlight/shared/approvals/to-standing-words.ts'
import { requireVersion } from '#layers/northlight/server/store/approval-store.ts'
import type { ApprovalRow } from '#layers/northlight/server/store/approval-store.ts'

const longestLine = 300

/** What a webhook is told of an ask, or of what came of one. The link shows all of it; nothing is decided by following it. */
export function toAnnouncement(row: ApprovalRow, url: string): Record<string, unknown> {
  const { id, version, state, chatId, leadChatId, targetKind, targetKey: key, targetUrl, targetTitle: title } = row
  const { payload: stored, body } = requireVersion(row)
  const payload = parseApprovalPayload(stored) ?? toDegradedPayload({ ...row, target: { kind: targetKind, key, url: targetUrl, title }, body })
  return {
    event: state,
    text: state === 'pending' ? toSlackText(payload, { completeUrl: url }) : toOutcomeText(row, url, payload.request.value),
    url,
    approval: toApprovalBroadcast({ id, version, state, chatId, leadChatId, payload: stored }),
  }
}

/** In one line: how it stands, what it was about, and what came of it. */
function toOutcomeText(row: ApprovalRow, url: string, value: string): string {
  const { title, about } = toStandingWords(row)
  return [`${title}: ${toSlackLine(value)}`, ...about === '' ? [] : [toSlackLine(about)], `<${escapeSlackMarks(url)}>`].join('\n')
}

/** Slack reads no mention and no link in it. */
function toSlackLine(text: string): string {
  return escapeSlackMarks(escapeText(text, true, longestLine))
}
