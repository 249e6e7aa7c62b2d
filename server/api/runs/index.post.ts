import { setResponseStatus } from 'h3'
import { NorthlightError } from '#layers/northlight/shared/errors/northlight-error.ts'
import { readReport, type ReadReport } from '#layers/northlight/server/reports/read-report.ts'
import { readReportUpload, type ReportUpload } from '#layers/northlight/server/reports/read-report-upload.ts'
import { toGoneSignal } from '#layers/northlight/server/reports/upload-broken-off.ts'
import { insertRun } from '#layers/northlight/server/store/run-store.ts'
import { defineRoute } from '#layers/northlight/server/utils/define-route.ts'
import type { Principal } from '#layers/northlight/server/utils/principal.ts'
import type { Services } from '#layers/northlight/server/utils/services.ts'

/** Takes a test report, as the body or as a file of a form, and stores it as a run: whole, or not at all. */
export default defineRoute('run.add', async ({ event, services, principal }) => {
  const endTurn = await services.reportTurns.take(toGoneSignal(event.node.res))
  try {
    if (services.isStopping()) throw new NorthlightError('stopping')
    const upload = await readReportUpload(event.node.req, readReport)
    const run = await storeRun(services, principal, upload)
    setResponseStatus(event, 201)
    return run
  }
  finally {
    endTurn()
  }
})

async function storeRun({ database, ids, clock }: Services, principal: Principal, { fileName, report: { facts, results, close } }: ReportUpload<ReadReport>) {
  try {
    const id = ids()
    await insertRun(database, principal, { id, report: facts, fileName, isDemo: false, uploadedAt: new Date(clock.now()) }, results)
    return { id, title: facts.title, ...facts.counters }
  }
  finally {
    await close()
  }
}
