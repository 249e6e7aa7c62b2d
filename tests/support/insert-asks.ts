import { requireFirstDot } from '#layers/northlight/server/store/first-dot.ts'
import type { ActionRequest } from '#layers/northlight/server/approvals/gate.ts'
import type { Principal } from '#layers/northlight/server/utils/principal.ts'
import type { Services } from '#layers/northlight/server/utils/services.ts'

export interface AskingTurn {
  chatId: string
  turnId: string
}

let count = 0

/** A chat of this person's whose answer is being written, by nobody in particular. */
export async function insertRunningTurn({ database }: Services, principal: Principal, { chatId = `chat-with-asks-${count}`, turnId = `turn-with-asks-${count}` }: Partial<AskingTurn> = {}): Promise<AskingTurn> {
  count++
  const { prisma } = database
  const { organizationId, userId } = principal
  const owner = { organizationId, createdBy: userId }
  await prisma.chat.createMany({ data: { id: chatId, ...owner, ownerId: userId, dotId: await requireFirstDot(database, principal), activeLeafId: 'question-1' }, skipDuplicates: true })
  await prisma.message.createMany({ data: { chatId, id: 'question-1', ...owner, seq: 1, content: { id: 'question-1', role: 'user', parts: [{ type: 'text', text: 'Post it.' }] }, searchText: '' }, skipDuplicates: true })
  await prisma.turn.create({ data: {
    id: turnId, chatId, ...owner, state: 'running', parentMessageId: 'question-1', messageId: `answer-of-${turnId}`, fence: 1, lease: 'somebody', leaseExpiresAt: new Date('2999-01-01'),
    requestDigest: '', startedAt: new Date(0),
  } })
  return { chatId, turnId }
}

/** Puts a comment on an issue to the gate, as a call of that turn does; gives the ask's id. */
export async function askForComment(services: Services, principal: Principal, { chatId, turnId }: AskingTurn, text: string, changes: Partial<ActionRequest> = {}): Promise<string> {
  const answer = await services.gate(principal, {
    action: { kind: 'issue_comment', target: { kind: 'issue', key: 'acme/shop#1', url: 'https://github.test/acme/shop/issues/1', title: null }, body: { text } },
    toolName: 'post', toolCallId: `call-${services.ids()}`, chatId, turnId, dotId: await requireFirstDot(services.database, principal), hasReadOutside: false, ...changes,
  })
  if (answer.result !== 'pending_approval') throw new Error(`The gate said: ${answer.result}.`)
  return answer.approvalId
}

/** Puts such a turn to wait for its asks. */
export async function parkTurnOfAsks({ database }: Services, { turnId }: AskingTurn): Promise<void> {
  await database.prisma.turn.update({ where: { id: turnId }, data: { state: 'waiting', lease: null, leaseExpiresAt: null } })
}
