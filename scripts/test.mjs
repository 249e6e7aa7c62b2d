import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { markInUse, requireCurrentBuild } from './lib/builds.mjs'
import { CommandError, failCommand } from './lib/command-error.mjs'
import { findTemplate } from './lib/database-template.mjs'
import { findNode, toToolEnvironment } from './lib/find-node.mjs'
import { findTestPostgres } from './lib/find-test-postgres.mjs'
import { commandCache, inProject, projectRoot } from './lib/project-paths.mjs'
import { requireBrowser } from './lib/require-browser.mjs'

/**
 * `npm test`: all tests. `npm test -- unit` or `-- e2e`: one suite; what follows goes to its runner, as a part of a path.
 * The last line is `N passed, N failed`, with `, N skipped` where some were.
 */
const suites = {
  unit: {
    toArguments: (filters) => [
      inProject('node_modules/vitest/vitest.mjs'), 'run', ...filters, '--reporter=default', `--reporter=${inProject('scripts/lib/vitest-totals.mjs')}`,
    ],
    toEnvironment: async () => ({}),
  },
  e2e: {
    toArguments: (filters) => [
      inProject('node_modules/@playwright/test/cli.js'), 'test', ...filters, `--reporter=list,${inProject('scripts/lib/playwright-totals.mjs')}`,
    ],
    toEnvironment: async () => ({ NORTHLIGHT_TEST_BROWSER: await requireBrowser() }),
  },
}

async function main() {
  const [first, ...others] = process.argv.slice(2)
  if (first && !Object.hasOwn(suites, first)) {
    throw new CommandError(`There is no suite ${first}. Run \`npm test\`, or \`npm test -- ${Object.keys(suites).join(' | ')} [part of a path]\`.`)
  }
  const build = requireCurrentBuild()
  markInUse(build)
  const env = { ...toToolEnvironment(), ...await toTestEnvironment(build) }
  const totals = []
  for (const name of first ? [first] : Object.keys(suites)) totals.push(await runSuite(name, others, env))
  report(totals)
}

async function toTestEnvironment(build) {
  const found = {
    NORTHLIGHT_TEST_BUILD: build,
    NORTHLIGHT_TEST_TEMPLATE: await findTemplate(),
    NORTHLIGHT_TEST_POSTGRES_URL: await findTestPostgres(),
  }
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined))
}

/**
 * V8 can break its own table of compiled WebAssembly while an embedded database comes or goes beside it, and ends the process then
 * (docs/decisions/2026-12-01-engine-crashes-in-tests.md): the files that were running are run once more, and said to be.
 */
async function runSuite(name, filters, env) {
  const totals = await runOnce(name, filters, env)
  const { crashed = [] } = totals
  if (crashed.length === 0) return totals
  for (const { files, signal } of crashed) console.log(`\nThe engine ended the process of ${files.join(', ')} with ${signal}: run once more.`)
  const again = await runOnce(name, crashed.flatMap(({ files }) => files), env)
  const crashedAgain = (again.crashed ?? []).map(({ files, signal }) => `${files.join(', ')}: its process was ended twice, with ${signal}`)
  return {
    passed: totals.passed + again.passed,
    failed: [...totals.failed, ...again.failed, ...crashedAgain],
    skipped: [...totals.skipped, ...again.skipped],
  }
}

async function runOnce(name, filters, env) {
  const { toArguments, toEnvironment } = suites[name]
  const totalsFile = join(commandCache, `totals-${name}.json`)
  mkdirSync(commandCache, { recursive: true })
  rmSync(totalsFile, { force: true })
  const suiteEnvironment = { ...env, ...await toEnvironment(), NORTHLIGHT_TOTALS_FILE: totalsFile }
  const child = spawn(findNode(), toArguments(filters), { cwd: projectRoot, env: suiteEnvironment, stdio: 'inherit' })
  const code = await new Promise((resolve) => child.once('close', resolve))
  return toTotals(totalsFile, name, code)
}

/** A runner that failed without a failed test, or broke off before it could count, is a failure too. */
function toTotals(file, name, code) {
  try {
    const totals = JSON.parse(readFileSync(file, 'utf8'))
    const isExplained = code === 0 || totals.failed.length > 0 || totals.crashed?.length > 0
    return isExplained ? totals : { ...totals, failed: [`${name} ended with code ${code}`] }
  }
  catch {
    return { passed: 0, failed: [`${name} broke off before it could count`], skipped: [] }
  }
}

function report(suitesTotals) {
  const passed = suitesTotals.reduce((total, suite) => total + suite.passed, 0)
  const failed = suitesTotals.flatMap((suite) => suite.failed)
  const skipped = suitesTotals.flatMap((suite) => suite.skipped)
  list('Skipped', skipped.map(({ name, reason }) => `${name}: ${reason ?? 'no reason given'}`))
  list('Failed', failed)
  if (passed + failed.length === 0) console.log('No test was run.')
  console.log(`\n${passed} passed, ${failed.length} failed${skipped.length > 0 ? `, ${skipped.length} skipped` : ''}`)
  process.exitCode = failed.length === 0 && passed > 0 ? 0 : 1
}

function list(heading, lines) {
  if (lines.length > 0) console.log([`\n${heading}:`, ...lines].join('\n  '))
}

main().catch(failCommand)
