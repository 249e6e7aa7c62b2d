import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { startBuiltServer } from '#layers/northlight/tests/e2e/support/built-server.ts'
import { createApp } from '#layers/northlight/tests/e2e/support/fixtures.ts'
import { bundleScript } from './bundle-script.ts'
import { serveFloor } from './floor/serve-floor.ts'
import { startBenchBrowser } from './measure/bench-browser.ts'
import { parseOptions } from './parse-options.ts'
import { printTable } from './report/print-table.ts'
import type { ReportRow } from './report/lines.ts'
import { works } from './works.ts'

/** `npm run bench`: measures the current build beside the floor, and prints one table (docs/benchmarks.md). */
const options = parseOptions(process.argv.slice(2))
const [server, floor, { script }] = await Promise.all([startBuiltServer({ NORTHLIGHT_LIMITS: 'off' }), serveFloor(), bundleScript(join(import.meta.dirname, 'probe/probe.ts'))])
const browser = await startBenchBrowser(script)
const { importChat } = createApp(server)
const rows: ReportRow[] = []
try {
  const bench = { browser, origin: server.url, floor: floor.url, others: options.others, pairs: options.pairs, importChat }
  for (const { name, kind, size } of options.works) {
    const startedAt = performance.now()
    try {
      rows.push(...await works[kind](bench, size, name))
    }
    catch (error) {
      process.exitCode = 1
      console.error(`${name} failed: ${String(error)}`)
    }
    console.error(`${name}: ${((performance.now() - startedAt) / 1_000).toFixed(0)} s`)
  }
}
finally {
  await browser.stop()
  floor.stop()
  await server.stop()
}
const [processor] = cpus()
console.log(`\nMedians of ${options.pairs} interleaved pairs; Chromium ${browser.version}, ${cpus().length} × ${processor?.model.trim()}, load ${loadavg()[0]?.toFixed(1)}\n`)
printTable(rows)
