import { writeFileSync } from 'node:fs'

/** A Playwright reporter that leaves `{ passed, failed: [name], skipped: [{ name, reason }] }` in NORTHLIGHT_TOTALS_FILE. */
export default class PlaywrightTotals {
  errors = []

  onBegin(_config, suite) {
    this.suite = suite
  }

  onError({ message }) {
    this.errors.push(`outside any test: ${message}`)
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
  const name = test.titlePath().filter(Boolean).join(' > ')
  if (outcome === 'expected') totals.passed += 1
  else if (outcome === 'skipped') totals.skipped.push({ name, reason: toReason(test) })
  else totals.failed.push(name)
}

function toReason(test) {
  return test.annotations.find(({ type }) => type === 'skip' || type === 'fixme')?.description
}
