import { z } from 'zod'
import { toApprovalRow, toKindTitle } from '#layers/northlight/server/blocks/block-rows.ts'
import { countWaiting, listApprovals } from '#layers/northlight/server/store/approval-lists.ts'
import type { ApprovalRow } from '#layers/northlight/server/store/approval-store.ts'
import { defineLookupTool } from './define-lookup-tool.ts'

export const pendingApprovalsTool = defineLookupTool({
  name: 'pending_approvals',
  description: 'Lists what waits for this person\'s approval, the newest first. Use it for "what is waiting for me?". It decides nothing: only the person does.',
  readsOutside: true,
  input: { limit: z.number().int().min(1).max(50).default(10).describe('How many, at most.') },
  async lookUp({ limit }, { database, principal }) {
    const { rows } = await listApprovals(database, principal, { state: 'waiting', limit })
    return { rows, waiting: await countWaiting(database, principal) }
  },
  toResult: ({ rows, waiting }) => ({ waiting, approvals: rows.map(toFacts) }),
  toBlocks: ({ rows, waiting }) => rows.length === 0 ? [] : [{ kind: 'approvals', approvals: rows.map(toApprovalRow), more: waiting - rows.length }],
})

function toFacts({ id, kind, state, targetKey, targetTitle, dot, createdAt }: ApprovalRow) {
  return { id, kind: toKindTitle(kind), state, target: targetTitle ?? targetKey, dot: dot.name, askedAt: createdAt.toISOString() }
}
