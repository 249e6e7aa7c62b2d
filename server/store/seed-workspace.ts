import { demoRuns } from '#layers/northlight/prisma/seed/demo-runs.ts'
import { computeReportCounters } from '#layers/northlight/shared/reports/compute-report-counters.ts'
import type { IdSource } from '#layers/northlight/server/utils/id-source.ts'
import type { Principal } from '#layers/northlight/server/utils/principal.ts'
import type { Database } from './open-database.ts'
import { insertRun } from './run-store.ts'

export interface Workspace {
  principal: Principal
  dotId: string
}

const userId = 'local-user'
const organizationId = 'local-organization'
const dotId = 'local-dot'
const hourMs = 3_600_000

/** Makes the local user and their demo workspace, once; every later start finds them as they are. */
export async function seedWorkspace(database: Database, ids: IdSource, now: number): Promise<Workspace> {
  const { prisma } = database
  const principal: Principal = { userId, organizationId, role: 'owner', via: 'local' }
  const isSeeded = await prisma.dot.findUnique({ where: { id: dotId }, select: { id: true } })
  if (isSeeded) return { principal, dotId }
  await prisma.user.upsert({ where: { id: userId }, create: { id: userId, name: 'You', email: 'you@localhost' }, update: {} })
  await prisma.organization.upsert({ where: { id: organizationId }, create: { id: organizationId, name: 'Demo workspace', slug: 'demo' }, update: {} })
  await prisma.member.upsert({
    where: { organizationId_userId: { organizationId, userId } }, create: { id: ids(), organizationId, userId, role: 'owner' }, update: {},
  })
  await prisma.testRun.deleteMany({ where: { organizationId, isDemo: true } })
  for (const { title, hoursAgo, results } of demoRuns) {
    const uploadedAt = now - hoursAgo * hourMs
    await insertRun(database, principal, {
      id: ids(),
      isDemo: true,
      uploadedAt: new Date(uploadedAt),
      report: {
        format: 'playwright',
        title,
        startedAt: uploadedAt,
        durationMs: results.reduce((sum, result) => sum + (result.durationMs ?? 0), 0),
        results,
        counters: computeReportCounters(results),
      },
    })
  }
  await prisma.dot.create({
    data: { id: dotId, organizationId, createdBy: userId, name: 'Quality', job: 'Answers questions about test runs from stored records.' },
  })
  return { principal, dotId }
}
