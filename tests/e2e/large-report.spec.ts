import { rm } from 'node:fs/promises'
import process from 'node:process'
import { expect, test } from '@playwright/test'
import { writeLargeReport } from '#layers/northlight/tests/support/large-report.ts'
import { measureUpload } from '#layers/northlight/tests/support/measure-upload.ts'
import { startWatchedServer } from './support/watched-server.ts'

/** `npm run soak -- reports` does the same with 100 MB of each format. */
const megabytes = 10
/** Beyond what a small one takes. A report whose results are held in memory takes several times as much. */
const mayGrowPerMegabyte = 16

test('a report of 10 MB goes in whole, in little memory, while the server goes on answering', async () => {
  test.skip(process.platform !== 'linux', 'reads the server\'s memory as Linux tells it')
  test.setTimeout(180_000)
  const server = await startWatchedServer()
  const path = test.info().outputPath('report.json')
  const uploadReport = async (size: number) => {
    const written = await writeLargeReport(path, 'playwright', size * 1_000_000)
    return { ...written, ...await measureUpload(server.url, server.process.pid ?? 0, path, 'application/json') }
  }
  try {
    const small = await uploadReport(1)
    await server.readEventLoop()
    const large = await uploadReport(megabytes)
    const { roundMs, workMs } = await server.readEventLoop()
    const grown = large.memoryPeak - large.memoryBefore
    console.info(`${megabytes} MB, ${large.tests} tests in ${large.seconds.toFixed(1)} s; memory grew by ${grown.toFixed(0)} MB; /healthz at most ${large.healthMs.at(-1)?.toFixed(0)} ms of ${large.healthMs.length}; longest round of the event loop ${roundMs.toFixed(0)} ms, longest work in one ${workMs.toFixed(0)} ms`)
    expect(large.status, large.answer).toBe(201)
    expect(JSON.parse(large.answer)).toMatchObject({ tests: large.tests, failed: large.failed, passed: large.tests - large.failed, skipped: 0, flaky: 0 })
    expect(large.healthMs.length).toBeGreaterThan(5)
    expect(grown).toBeLessThan(Math.max(small.memoryPeak - small.memoryBefore, 0) + mayGrowPerMegabyte * megabytes)
  }
  finally {
    await server.stop()
    await rm(path, { force: true })
  }
})
