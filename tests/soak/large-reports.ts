import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startWatchedServer } from '#layers/northlight/tests/e2e/support/watched-server.ts'
import { writeLargeReport, type LargeReportFormat } from '#layers/northlight/tests/support/large-report.ts'
import { measureUpload } from '#layers/northlight/tests/support/measure-upload.ts'

/** `npm run soak -- reports`: takes reports of 100 MB in, one after the other, and prints what that cost. */
const reportBytes = Number(process.argv[2] ?? 100) * 1_000_000
const healthLimitMs = 100

const contentTypes: Readonly<Record<LargeReportFormat, string>> = {
  junit: 'application/xml', playwright: 'application/json', ctrf: 'application/json',
}

const folder = await mkdtemp(join(tmpdir(), 'northlight-soak-'))
const server = await startWatchedServer()
try {
  for (const format of ['junit', 'playwright', 'ctrf'] as const) await soak(format)
}
finally {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}

async function soak(format: LargeReportFormat) {
  const path = join(folder, format)
  const { tests } = await writeLargeReport(path, format, reportBytes)
  await server.readEventLoop()
  const figures = await measureUpload(server.url, server.process.pid ?? 0, path, contentTypes[format])
  const { roundMs, workMs } = await server.readEventLoop()
  const { size } = await stat(path)
  const at = (share: number) => (figures.healthMs[Math.floor((figures.healthMs.length - 1) * share)] ?? Number.NaN).toFixed(1)
  const memory = [figures.memoryBefore, figures.memoryPeak, figures.memoryAfter].map((megabytes) => megabytes.toFixed(0)).join(' / ')
  console.log(`${format}: ${(size / 1_000_000).toFixed(0)} MB, ${tests} tests, ${figures.seconds.toFixed(1)} s; memory before / peak / after ${memory} MB; /healthz median ${at(0.5)}, 99% ${at(0.99)}, slowest ${at(1)} ms of ${figures.healthMs.length}; event loop: longest round ${roundMs.toFixed(1)}, longest work in one ${workMs.toFixed(1)} ms`)
  if (figures.status !== 201) throw new Error(`${format}: the server answered ${figures.status}: ${figures.answer}\n${server.output()}`)
  if ((figures.healthMs.at(-1) ?? 0) > healthLimitMs) {
    console.error(`${format}: /healthz took longer than ${healthLimitMs} ms. ${workMs > healthLimitMs ? 'The server itself worked that long in one go.' : 'The server never worked that long in one go: the machine was busy.'}`)
    process.exitCode = 1
  }
}
