import { writeFileSync } from 'node:fs'

/** What V8 ends a process with when it finds itself broken; a test that fails, or takes all memory, ends otherwise. */
const endedByEngine = /^Worker exited unexpectedly with signal (SIGTRAP|SIGSEGV|SIGILL) during \w+ state while running test files? (.+)$/

/**
 * A Vitest reporter that leaves `{ passed, failed: [name], skipped: [{ name, reason }], crashed: [{ files, signal }] }`
 * in NORTHLIGHT_TOTALS_FILE. `crashed`: files whose process the engine ended, so that their tests count nowhere.
 */
export default class VitestTotals {
  onTestRunEnd(modules, unhandledErrors) {
    const crashed = unhandledErrors.map(toCrash).filter(Boolean)
    const failed = unhandledErrors.filter((error) => !toCrash(error)).map(({ message }) => `outside any test: ${message}`)
    const totals = { passed: 0, failed, skipped: [], crashed }
    const lostFiles = new Set(crashed.flatMap(({ files }) => files))
    for (const module of modules) if (!lostFiles.has(module.moduleId)) countModule(totals, module)
    writeFileSync(process.env.NORTHLIGHT_TOTALS_FILE, JSON.stringify(totals))
  }
}

function toCrash({ cause }) {
  const [, signal, files] = endedByEngine.exec(cause?.message ?? '') ?? []
  return signal && { signal, files: files.split(', ') }
}

function countModule(totals, module) {
  const tests = [...module.children.allTests()]
  for (const test of tests) count(totals, test, module)
  const hasFailedTest = tests.some((test) => test.result().state === 'failed')
  if (module.state() === 'failed' && !hasFailedTest) totals.failed.push(module.relativeModuleId)
}

function count(totals, test, module) {
  const { state, note } = test.result()
  const name = `${module.relativeModuleId} > ${test.fullName}`
  if (state === 'passed') totals.passed += 1
  else if (state === 'failed') totals.failed.push(name)
  else totals.skipped.push({ name, reason: note })
}
