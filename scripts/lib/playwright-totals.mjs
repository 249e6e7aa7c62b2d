import { writeFileSync } from 'node:fs'

/** A Playwright reporter that leaves `{ passed, failed, skipped: [{ name, reason }] }` in NORTHLIGHT_TOTALS_FILE. */
export default class PlaywrightTotals {
  errors = 0

  onBegin(_config, suite) {
    this.suite = suite
  }

  onError() {
    this.errors += 1
  }

  onEnd() {
    const totals = { passed: 0, failed: this.errors, skipped: [] }
    for (const test of this.suite?.allTests() ?? []) count(totals, test)
    writeFileSync(process.env.NORTHLIGHT_TOTALS_FILE, JSON.stringify(totals))
  }

  printsToStdio() {
    return false
  }
}

function count(totals, test) {
  const outcome = test.outcome()
  if (outcome === 'expected') totals.passed += 1
  else if (outcome === 'skipped') totals.skipped.push({ name: test.titlePath().filter(Boolean).join(' > '), reason: toReason(test) })
  else totals.failed += 1
}

function toReason(test) {
  return test.annotations.find(({ type }) => type === 'skip' || type === 'fixme')?.description
}
