import { NorthlightError } from '#layers/northlight/shared/errors/northlight-error.ts'
import type { Connection } from '#layers/northlight/shared/connections/connection-answers.ts'
import type { Principal } from '#layers/northlight/server/utils/principal.ts'
import type { Transaction } from './message-store.ts'
import type { Database } from './open-database.ts'
import { lockOrganization } from './organization-store.ts'
import { appendReviewLog } from './review-log-store.ts'

/** A connection with its secret, sealed: never for an answer. */
export interface SealedConnection extends Connection {
  organizationId: string
  sealedSecret: string
}

type Client = Database['prisma'] | Transaction

const order = [{ createdAt: 'asc' as const }, { id: 'asc' as const }]

/** Those of an organisation, the oldest first. */
export async function listConnections({ prisma }: Database, { organizationId }: Principal): Promise<Connection[]> {
  const rows = await prisma.connection.findMany({ where: { organizationId }, orderBy: order })
  return rows.map(({ id, kind, name, url, announces, createdAt }) => ({ id, kind, name, url, announces, createdAt: createdAt.getTime() }))
}

/** Those of one kind, the oldest first. */
export async function findConnections(prisma: Client, organizationId: string, kind: Connection['kind']): Promise<SealedConnection[]> {
  const rows = await prisma.connection.findMany({ where: { organizationId, kind }, orderBy: order })
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.getTime() }))
}

/** Undefined: it was deleted. */
export async function findConnection({ prisma }: Database, organizationId: string, id: string): Promise<SealedConnection | undefined> {
  const row = await prisma.connection.findFirst({ where: { id, organizationId } })
  return row ? { ...row, createdAt: row.createdAt.getTime() } : undefined
}

/** @throws {NorthlightError} `connection-exists` */
export function insertConnection({ prisma }: Database, principal: Principal, connection: Omit<SealedConnection, 'organizationId'>): Promise<void> {
  const { organizationId, userId } = principal
  const { kind, name } = connection
  const createdAt = new Date(connection.createdAt)
  return prisma.$transaction(async (transaction) => {
    await lockOrganization(transaction, organizationId)
    if (await transaction.connection.findFirst({ where: { organizationId, kind, name }, select: { id: true } })) throw new NorthlightError('connection-exists')
    await transaction.connection.create({ data: { ...connection, organizationId, createdBy: userId, createdAt } })
    await logChange(transaction, principal, 'made', connection, createdAt)
  })
}

/** @throws {NorthlightError} `connection-not-found` */
export function deleteConnection({ prisma }: Database, principal: Principal, id: string, at: Date): Promise<void> {
  const { organizationId } = principal
  return prisma.$transaction(async (transaction) => {
    const connection = await transaction.connection.findFirst({ where: { id, organizationId } })
    const { count } = await transaction.connection.deleteMany({ where: { id, organizationId } })
    if (!connection || count === 0) throw new NorthlightError('connection-not-found')
    await logChange(transaction, principal, 'deleted', connection, at)
  })
}

/** Of the address, the host alone: the rest of it can be a secret. */
async function logChange(transaction: Transaction, { organizationId, userId }: Principal, change: 'made' | 'deleted', { kind, name, url, announces }: Pick<Connection, 'kind' | 'name' | 'url' | 'announces'>, at: Date) {
  const person = await transaction.user.findUnique({ where: { id: userId }, select: { name: true } })
  const facts = { change, connection: name, connectionKind: kind, host: new URL(url).host, announces }
  await appendReviewLog(transaction, { organizationId, at, event: 'connection-changed', actor: { id: userId, name: person?.name ?? '' }, facts })
}
