import { setResponseStatus } from 'h3'
import { readReport } from '#layers/northlight/server/reports/read-report.ts'
import { readReportUpload } from '#layers/northlight/server/reports/read-report-upload.ts'
import { insertRun } from '#layers/northlight/server/store/run-store.ts'
import { defineRoute } from '#layers/northlight/server/utils/define-route.ts'

/** Takes a test report, as the body or as a file of a form, and stores it as a run: whole, or not at all. */
export default defineRoute(async ({ event, services, principal }) => {
  const { fileName, report: { facts, results, close } } = await readReportUpload(event.node.req, readReport)
  try {
    const id = services.ids()
    await insertRun(services.database, principal, { id, report: facts, fileName, isDemo: false, uploadedAt: new Date(services.clock.now()) }, results)
    setResponseStatus(event, 201)
    return { id, title: facts.title, ...facts.counters }
  }
  finally {
    await close()
  }
})
