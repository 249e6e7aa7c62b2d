import { setResponseStatus } from 'h3'
import { NorthlightError } from '#layers/northlight/shared/errors/northlight-error.ts'
import { readReport, type ReadReport } from '#layers/northlight/server/reports/read-report.ts'
import { readReportUpload, type ReportUpload } from '#layers/northlight/server/reports/read-report-upload.ts'
import { toGoneSignal } from '#layers/northlight/server/reports/upload-broken-off.ts'
import { runOriginQuery, toRunFacts } from '#layers/northlight/server/reports/run-origin-query.ts'
import type { RunOrigin } from '#layers/northlight/server/reports/run-origin-query.ts'
import { requireDot } from '#layers/northlight/server/store/dot-store.ts'
import { insertRun, requireRun } from '#layers/northlight/server/store/run-store.ts'
import { defineRoute } from '#layers/northlight/server/utils/define-route.ts'
import type { Principal } from '#layers/northlight/server/utils/principal.ts'
import { readStrictQuery } from '#layers/northlight/server/utils/read-strict-query.ts'
import type { Services } from '#layers/northlight/server/utils/services.ts'

/**
 * Takes a test report, as the body or as a file of a form, and stores it as a run: whole, or not at all. Where it comes from stands in
 * the address (`run-origin-query.ts`).
 */
export default defineRoute('run.add', async ({ event, services, principal }) => {
  const origin = readStrictQuery(event, runOriginQuery)
  await requireOrigin(services, principal, origin)
  const endTurn = await services.reportTurns.take(toGoneSignal(event.node.res))
  try {
    if (services.isStopping()) throw new NorthlightError('stopping')
    const upload = await readReportUpload(event.node.req, readReport)
    const run = await storeRun(services, principal, origin, upload)
    setResponseStatus(event, 201)
    return run
  }
  finally {
    endTurn()
  }
})

/** What the address names has to be there, and this organisation's. */
async function requireOrigin({ database }: Services, principal: Principal, { dot, rerunOf }: RunOrigin) {
  if (dot !== undefined) await requireDot(database.prisma, principal.organizationId, dot)
  if (rerunOf !== undefined) await requireRun(database, principal, rerunOf)
}

async function storeRun({ database, ids, clock }: Services, principal: Principal, origin: RunOrigin, { fileName, report: { facts, results, close } }: ReportUpload<ReadReport>) {
  try {
    const id = ids()
    const title = origin.title ?? facts.title
    await insertRun(database, principal, { id, report: { ...facts, title }, fileName, isDemo: false, uploadedAt: new Date(clock.now()), facts: toRunFacts(origin) }, results)
    return { id, title, ...facts.counters }
  }
  finally {
    await close()
  }
}
