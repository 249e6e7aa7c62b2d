import { findActionKind } from '#layers/northlight/shared/approvals/kinds/action-kind-registry.ts'
import type { ApprovalRow } from '#layers/northlight/server/store/approval-store.ts'
import type { MemoryNoteRow } from '#layers/northlight/server/store/memory-note-store.ts'
import type { RunSummary } from '#layers/northlight/server/store/run-store.ts'

/** Records as the rows of blocks have them. */

export function toRunRow({ id, title, kind, status, outcome, passed, failed, durationMs, startedAt, uploadedAt, isDemo }: RunSummary) {
  return { id, title, kind, status, outcome, passed, failed, durationMs, startedAt: new Date(startedAt ?? uploadedAt).toISOString(), isDemo }
}

export function toApprovalRow({ id, kind, state, targetKey, targetTitle, createdAt }: ApprovalRow) {
  const target = targetTitle === null ? targetKey : `${targetKey} ${targetTitle}`
  return { id, state, action: { kind, title: toKindTitle(kind), target }, createdAt: createdAt.toISOString() }
}

export function toKindTitle(kind: string): string {
  return findActionKind(kind)?.title ?? kind
}

export function toMemoryRow({ id, text, addedBy, createdAt }: MemoryNoteRow) {
  return { id, text, addedBy, addedAt: createdAt.toISOString() }
}
