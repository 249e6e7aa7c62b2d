import { randomUUID } from 'node:crypto'
import type { ApprovalState } from '#layers/northlight/shared/approvals/approval-states.ts'
import type { ApprovalPayload } from '#layers/northlight/shared/approvals/approval-payload.ts'
import { toApprovalDigest } from '#layers/northlight/server/approvals/to-approval-digest.ts'
import type { Database } from '#layers/northlight/server/store/open-database.ts'

export interface InsertedAsk {
  id: string
  version: number
  digest: string
}

/** An ask that came from no turn, as it stands in the database: a comment of `text` on an issue. */
export async function insertAsk(prisma: Database['prisma'], { text, state = 'pending', ...of }: { organizationId: string, createdBy: string, dotId: string, chatId: string, text: string, state?: ApprovalState }): Promise<InsertedAsk> {
  const [id, kind, toolName, version, at] = [randomUUID(), 'issue_comment', 'post', 1, new Date()]
  const [target, body] = [{ kind: 'issue', key: 'acme/shop#1', url: null, title: null }, { text }]
  const payload: ApprovalPayload = {
    kind, annotations: [], evidence: [{ label: 'Comment', text, detail: null }],
    request: { requester: { dot: 'Quality', forwarded: false, chatId: of.chatId, runId: null }, surface: kind, toolName, invokedToolName: null, value: target.key, matchedRule: 'ask', context: null, executedUnit: null },
  }
  const digest = toApprovalDigest({ approvalId: id, version, kind, toolName, toolCallId: null, target, body, payload, organizationId: of.organizationId, requestedBy: of.createdBy, policyVersion: 1 })
  await prisma.approval.create({
    data: {
      id, ...of, kind, toolName, state, targetKind: target.kind, targetKey: target.key, matchedRule: 'ask', policyVersion: 1, marker: id, expiresAt: new Date(at.getTime() + 60_000_000), createdAt: at, updatedAt: at,
      versions: { create: { version, createdBy: of.createdBy, createdAt: at, body, payload: structuredClone(payload) as object, digest } },
    },
  })
  return { id, version, digest }
}
