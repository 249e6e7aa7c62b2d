import { z } from 'zod/mini'
import { approvalStates } from './approval-states.ts'

const targetSchema = z.object({ kind: z.string(), key: z.string(), url: z.nullable(z.string()), title: z.nullable(z.string()) })

/** Times are epoch milliseconds. `payload` is parsed by its own guard, so that a broken one shows in its degraded form. */
export const approvalSchema = z.object({
  id: z.string(),
  version: z.number(),
  /** Of what is shown: a decision names it. */
  digest: z.string(),
  state: z.enum(approvalStates),
  kind: z.string(),
  toolName: z.string(),
  target: targetSchema,
  /** By the kind's own schema, for an edit to begin with. */
  body: z.unknown(),
  payload: z.unknown(),
  chatId: z.nullable(z.string()),
  /** The lead's chat in which it shows too. */
  leadChatId: z.nullable(z.string()),
  dot: z.object({ id: z.string(), name: z.string() }),
  /** Who it was asked for. */
  requestedBy: z.object({ id: z.string(), name: z.string() }),
  /** Whether whoever asks may decide it now. */
  canDecide: z.boolean(),
  decidedBy: z.nullable(z.object({ id: z.string(), name: z.string() })),
  decidedAt: z.nullable(z.number()),
  /** The person's own, where they rejected it. */
  reason: z.nullable(z.string()),
  /** What came of it, in words. */
  note: z.nullable(z.string()),
  resultUrl: z.nullable(z.string()),
  createdAt: z.number(),
  expiresAt: z.number(),
  endedAt: z.nullable(z.number()),
})

export type Approval = z.infer<typeof approvalSchema>

/** `GET /api/approvals?state=&chat=&before=&limit=`: newest first. */
export const approvalListSchema = z.object({
  approvals: z.array(approvalSchema),
  /** How many wait for a person that whoever asks may be. */
  waiting: z.number(),
  /** Whether older ones were left out. */
  hasMore: z.boolean(),
})

export type ApprovalList = z.infer<typeof approvalListSchema>
