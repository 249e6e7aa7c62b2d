import { demoRuns } from '#layers/northlight/prisma/seed/demo-runs.ts'
import { computeReportCounters } from '#layers/northlight/shared/reports/compute-report-counters.ts'
import { toResultBatches } from '#layers/northlight/shared/reports/to-result-batches.ts'
import type { IdSource } from '#layers/northlight/server/utils/id-source.ts'
import type { Principal } from '#layers/northlight/server/utils/principal.ts'
import { firstDot } from './first-dot.ts'
import type { Database } from './open-database.ts'
import type { Transaction } from './message-store.ts'
import { insertRunWithin } from './run-store.ts'

const userId = 'local-user'
const organizationId = 'local-organization'
const dotId = 'local-dot'
const hourMs = 3_600_000
/** Any number that no other application of this database locks, nor the migrations. */
const seedLockKey = 4_702_111_931

/**
 * Makes the local user and their demo workspace, whole and once; every later start finds them as they are.
 * Servers that start at once on one database wait for the first of them.
 */
export async function seedWorkspace(database: Database, ids: IdSource, now: number): Promise<Principal> {
  const { prisma } = database
  const principal: Principal = { userId, organizationId, role: 'owner', via: 'local' }
  if (await isSeeded(prisma)) return principal
  await prisma.$transaction(async (transaction) => {
    await transaction.$executeRaw`SELECT pg_advisory_xact_lock(${seedLockKey}::bigint)`
    if (!await isSeeded(transaction)) await insertWorkspace(transaction, principal, ids, now)
  })
  return principal
}

async function isSeeded(client: Database['prisma'] | Transaction): Promise<boolean> {
  return await client.dot.findUnique({ where: { id: dotId }, select: { id: true } }) !== null
}

async function insertWorkspace(transaction: Transaction, principal: Principal, ids: IdSource, now: number) {
  await transaction.user.upsert({ where: { id: userId }, create: { id: userId, name: 'You', email: 'you@localhost' }, update: {} })
  await transaction.organization.upsert({ where: { id: organizationId }, create: { id: organizationId, name: 'Demo workspace', slug: 'demo' }, update: {} })
  await transaction.member.upsert({
    where: { organizationId_userId: { organizationId, userId } }, create: { id: ids(), organizationId, userId, role: 'owner' }, update: {},
  })
  for (const { title, hoursAgo, results } of demoRuns) {
    const uploadedAt = now - hoursAgo * hourMs
    await insertRunWithin(transaction, principal, {
      id: ids(),
      isDemo: true,
      uploadedAt: new Date(uploadedAt),
      report: {
        format: 'playwright',
        title,
        startedAt: uploadedAt,
        durationMs: results.reduce((sum, result) => sum + (result.durationMs ?? 0), 0),
        counters: computeReportCounters(results),
      },
    }, toResultBatches(results))
  }
  await transaction.dot.create({
    data: { id: dotId, organizationId, createdBy: userId, ...firstDot },
  })
}
