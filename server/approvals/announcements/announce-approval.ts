import { openConnection } from '#layers/northlight/server/connections/open-connection.ts'
import type { OpenConnection } from '#layers/northlight/server/connections/open-connection.ts'
import { postWebhook } from '#layers/northlight/server/outward/post-webhook.ts'
import { loadApproval } from '#layers/northlight/server/store/approval-store.ts'
import type { ApprovalRow } from '#layers/northlight/server/store/approval-store.ts'
import { findConnection } from '#layers/northlight/server/store/connection-store.ts'
import type { SealedConnection } from '#layers/northlight/server/store/connection-store.ts'
import { findTimeEntry } from '#layers/northlight/server/store/time-entry-store.ts'
import type { Environment } from '#layers/northlight/server/utils/env.ts'
import type { Services } from '#layers/northlight/server/utils/services.ts'
import { toAnnouncementId } from './announcement-kind.ts'
import type { Announcement } from './announcement-kind.ts'
import { toAnnouncement } from './to-announcement.ts'

/** Worth another try; any other refusal will be the same one again. */
const passing = [408, 425, 429]

/**
 * Tells one webhook what an approval came to. What is not so any more, as an ask that was decided meanwhile, is not told.
 *
 * @throws where another try is worth it
 */
export async function announceApproval(services: Services, announcement: Announcement, stopping: AbortSignal): Promise<void> {
  const row = await loadApproval(services.database.prisma, announcement.approvalId)
  if (row?.state !== announcement.event || row.version !== announcement.version) return
  const connection = await findConnection(services.database, row.organizationId, announcement.connectionId)
  const webhook = connection && await open(services, connection)
  if (!webhook) return
  const id = toAnnouncementId(announcement)
  const content = { id, ...toAnnouncement(row, toInboxUrl(services.environment, row.id)), ...await toEntryPart(services, row) }
  const status = await postWebhook(webhook, { id, content, signal: stopping }, services)
  if (status >= 200 && status < 300) return
  if (status >= 500 || passing.includes(status)) throw new Error(`The webhook ${webhook.name} answered ${status}.`)
  services.log.warn('A webhook does not take what it is told of approvals.', { webhook: webhook.name, status })
}

/** Undefined: it can't be used, and won't be the next time. */
async function open(services: Services, connection: SealedConnection): Promise<OpenConnection | undefined> {
  try {
    return await openConnection(services, connection)
  }
  catch (error) {
    services.log.error('A webhook can\'t be told of approvals.', { webhook: connection.name, error })
    return undefined
  }
}

/** Time that was entered is told whole: other systems take it from there. */
async function toEntryPart({ database }: Services, { organizationId, id, state }: ApprovalRow) {
  const entry = state === 'executed' ? await findTimeEntry(database, organizationId, id) : undefined
  return entry ? { timeEntry: entry } : {}
}

function toInboxUrl({ NORTHLIGHT_URL, HOST, PORT }: Environment, id: string): string {
  return new URL(`/inbox/${encodeURIComponent(id)}`, NORTHLIGHT_URL ?? `http://${HOST.includes(':') ? `[${HOST}]` : HOST}:${PORT}`).href
}
