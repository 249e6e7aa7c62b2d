import { z } from 'zod'
import type { Principal } from '#layers/northlight/server/utils/principal.ts'
import type { Database } from './open-database.ts'

/** By what, and to what, somebody was let in: what they have open ends when it is gone. */
export interface Access extends Pick<Principal, 'userId' | 'organizationId' | 'via' | 'credentialId'> {
  /** Undefined: to no chat in particular. */
  chatId?: string
}

/** Removes what lets nobody in any more by its time: sign-ins, keys, and invitations, these also once they are answered. */
export async function deleteEndedAccess({ prisma }: Database, now: Date): Promise<void> {
  const isOver = { expiresAt: { lt: now } }
  await prisma.session.deleteMany({ where: isOver })
  await prisma.apikey.deleteMany({ where: isOver })
  await prisma.invitation.deleteMany({ where: isOver })
}

const lostSchema = z.array(z.object({ position: z.number() }))

/**
 * Those of many that would not be let in any more, in one statement: whose sign-in or key is over, who belongs to the
 * organisation no longer, or works in another one now, whose chat is deleted, or not shared any more.
 */
export async function findLostAccess<Entry extends Access>({ prisma }: Database, entries: readonly Entry[], now: Date): Promise<Entry[]> {
  const credentials = entries.map(({ credentialId }) => credentialId ?? '')
  const chats = entries.map(({ chatId }) => chatId ?? '')
  const rows = await prisma.$queryRaw<unknown>`
    SELECT asked.position::int AS position
    FROM unnest(${entries.map(({ via }) => via)}::text[], ${credentials}::text[], ${entries.map(({ userId }) => userId)}::text[], ${entries.map(({ organizationId }) => organizationId)}::text[], ${chats}::text[])
      WITH ORDINALITY AS asked(via, credential_id, user_id, organization_id, chat_id, position)
    WHERE NOT EXISTS (SELECT FROM member WHERE member.user_id = asked.user_id AND member.organization_id = asked.organization_id)
      OR asked.via = 'session' AND NOT EXISTS (
        SELECT FROM session WHERE session.id = asked.credential_id AND session.user_id = asked.user_id AND session.expires_at > ${now}
          AND (session.active_organization_id IS NULL OR session.active_organization_id = asked.organization_id))
      OR asked.via = 'key' AND NOT EXISTS (
        SELECT FROM apikey WHERE apikey.id = asked.credential_id AND apikey.reference_id = asked.user_id AND apikey.enabled IS NOT FALSE AND (apikey.expires_at IS NULL OR apikey.expires_at > ${now}))
      OR asked.chat_id <> '' AND NOT EXISTS (
        SELECT FROM chat WHERE chat.id = asked.chat_id AND chat.organization_id = asked.organization_id AND chat.deleted_at IS NULL
          AND (chat.owner_id = asked.user_id OR chat.shared_at IS NOT NULL))`
  return lostSchema.parse(rows).flatMap(({ position }) => entries[position - 1] ?? [])
}
