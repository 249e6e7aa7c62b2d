import { writeFileSync } from 'node:fs'

/** A Vitest reporter that leaves `{ passed, failed: [name], skipped: [{ name, reason }] }` in NORTHLIGHT_TOTALS_FILE. */
export default class VitestTotals {
  onTestRunEnd(modules, unhandledErrors) {
    const totals = { passed: 0, failed: unhandledErrors.map(({ message }) => `outside any test: ${message}`), skipped: [] }
    for (const module of modules) {
      const tests = [...module.children.allTests()]
      for (const test of tests) count(totals, test, module)
      const hasFailedTest = tests.some((test) => test.result().state === 'failed')
      if (module.state() === 'failed' && !hasFailedTest) totals.failed.push(module.relativeModuleId)
    }
    writeFileSync(process.env.NORTHLIGHT_TOTALS_FILE, JSON.stringify(totals))
  }
}

function count(totals, test, module) {
  const { state, note } = test.result()
  const name = `${module.relativeModuleId} > ${test.fullName}`
  if (state === 'passed') totals.passed += 1
  else if (state === 'failed') totals.failed.push(name)
  else totals.skipped.push({ name, reason: note })
}
