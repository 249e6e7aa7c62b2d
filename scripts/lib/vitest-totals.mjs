import { writeFileSync } from 'node:fs'

/** A Vitest reporter that leaves `{ passed, failed, skipped: [{ name, reason }] }` in NORTHLIGHT_TOTALS_FILE. */
export default class VitestTotals {
  onTestRunEnd(modules, unhandledErrors) {
    const totals = { passed: 0, failed: unhandledErrors.length, skipped: [] }
    for (const module of modules) {
      const tests = [...module.children.allTests()]
      for (const test of tests) count(totals, test, module)
      const hasFailedTest = tests.some((test) => test.result().state === 'failed')
      if (module.state() === 'failed' && !hasFailedTest) totals.failed += 1
    }
    writeFileSync(process.env.NORTHLIGHT_TOTALS_FILE, JSON.stringify(totals))
  }
}

function count(totals, test, module) {
  const { state, note } = test.result()
  if (state === 'passed') totals.passed += 1
  else if (state === 'failed') totals.failed += 1
  else totals.skipped.push({ name: `${module.relativeModuleId} > ${test.fullName}`, reason: note })
}
