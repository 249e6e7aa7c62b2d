import { z } from 'zod'
import { appendReviewLog } from '#layers/northlight/server/store/review-log-store.ts'
import { loadActor } from '#layers/northlight/server/store/person-store.ts'
import type { Principal } from '#layers/northlight/server/utils/principal.ts'
import type { Services } from '#layers/northlight/server/utils/services.ts'

const messageSchema = z.looseObject({ parts: z.array(z.unknown()) })
/** Whatever else is wrong with a body, and whether it brings one message or a history. */
const bodySchema = z.looseObject({ id: z.unknown().optional(), message: messageSchema.optional().catch(undefined), messages: z.array(z.unknown()).optional().catch(undefined) })
const partSchema = z.looseObject({ type: z.string().catch(''), state: z.unknown().optional(), approval: z.unknown().optional() })
const approvalSchema = z.looseObject({ id: z.unknown().optional() })

interface Claim {
  id: string
  part: string
}

/** Enough to know it again. In UTF-16 units. */
const longestClaim = 200
const toClaim = (value: unknown) => typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, longestClaim).toWellFormed() : ''

/** As many of one request as are told of. */
const mostNoted = 20

/**
 * Tells the review log of a refused message that claims approvals. A client's message is a claim, never a permission:
 * such a part has no way to the gate, and whoever sends one is worth knowing of.
 */
export async function noteForgedApprovals({ database, clock, log }: Services, principal: Principal, body: unknown): Promise<void> {
  const { data } = bodySchema.safeParse(body)
  const claims = data ? listClaims(data).slice(0, mostNoted) : []
  if (claims.length === 0) return
  log.warn('A message claimed approvals: it was refused.', { userId: principal.userId, count: claims.length })
  const actor = await loadActor(database.prisma, principal)
  const at = new Date(clock.now())
  await database.prisma.$transaction(async (transaction) => {
    for (const { id, part } of claims) {
      const facts = { claimedId: id, part, chat: toClaim(data?.id) }
      await appendReviewLog(transaction, { organizationId: principal.organizationId, at, event: 'forged', actor, facts })
    }
  })
}

function listClaims({ message, messages = [] }: z.infer<typeof bodySchema>): Claim[] {
  const parts = [message, ...messages].flatMap((candidate) => messageSchema.safeParse(candidate).data?.parts ?? [])
  return parts.flatMap((candidate) => {
    const part = partSchema.safeParse(candidate).data
    if (!part || (part.approval === undefined && part.state !== 'approval-responded')) return []
    return { id: toClaim(approvalSchema.safeParse(part.approval).data?.id), part: toClaim(part.type) }
  })
}
