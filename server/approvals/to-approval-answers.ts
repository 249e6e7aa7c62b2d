import { waitingStates } from '#layers/northlight/shared/approvals/approval-states.ts'
import type { Approval } from '#layers/northlight/shared/approvals/approval-answers.ts'
import { loadNames } from '#layers/northlight/server/store/approval-lists.ts'
import { requireVersion } from '#layers/northlight/server/store/approval-store.ts'
import type { ApprovalRow } from '#layers/northlight/server/store/approval-store.ts'
import type { Database } from '#layers/northlight/server/store/open-database.ts'
import type { Principal } from '#layers/northlight/server/utils/principal.ts'
import { mayDecide } from './may-decide.ts'

/** Approvals as a person sees them, with what they may do. */
export async function toApprovalAnswers(database: Database, principal: Principal, rows: readonly ApprovalRow[]): Promise<Approval[]> {
  const names = await loadNames(database, rows.flatMap(({ createdBy, decidedBy }) => decidedBy === null ? [createdBy] : [createdBy, decidedBy]))
  const toPerson = (id: string) => ({ id, name: names.get(id) ?? '' })
  return rows.map((row) => {
    const { body, payload, digest } = requireVersion(row)
    const { id, version, state, kind, toolName, chatId, leadChatId, reason, note, resultUrl } = row
    return {
      id, version, digest, state, kind, toolName, body, payload, chatId, leadChatId, reason, note, resultUrl,
      target: { kind: row.targetKind, key: row.targetKey, url: row.targetUrl, title: row.targetTitle },
      dot: { id: row.dot.id, name: row.dot.name },
      requestedBy: toPerson(row.createdBy),
      canDecide: waitingStates.includes(state) && mayDecide(row, principal),
      decidedBy: row.decidedBy === null ? null : toPerson(row.decidedBy),
      decidedAt: row.decidedAt?.getTime() ?? null,
      createdAt: row.createdAt.getTime(),
      expiresAt: row.expiresAt.getTime(),
      endedAt: row.endedAt?.getTime() ?? null,
    }
  })
}

/** One of them. */
export async function toApprovalAnswer(database: Database, principal: Principal, row: ApprovalRow): Promise<Approval> {
  const [answer] = await toApprovalAnswers(database, principal, [row])
  if (!answer) throw new Error('There is an answer for each row.')
  return answer
}
