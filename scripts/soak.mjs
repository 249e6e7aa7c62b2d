import { spawn } from 'node:child_process'
import { markInUse, requireCurrentBuild } from './lib/builds.mjs'
import { CommandError, failCommand } from './lib/command-error.mjs'
import { findTemplate } from './lib/database-template.mjs'
import { findNode, toToolEnvironment } from './lib/find-node.mjs'
import { findTestPostgres } from './lib/find-test-postgres.mjs'
import { inProject, projectRoot } from './lib/project-paths.mjs'
import { requireBrowser } from './lib/require-browser.mjs'

const script = (path) => [inProject(path)]
/** The long form of a test: the same files, with NORTHLIGHT_SOAK set. */
const unitTest = (...paths) => [inProject('node_modules/vitest/vitest.mjs'), 'run', ...paths]
const browserTest = (path) => [inProject('node_modules/@playwright/test/cli.js'), 'test', path, '--workers=1', '--reporter=list']

/** What takes too long for `npm test`, or wants a quiet machine; each prints its figures. */
const soaks = {
  reports: script('tests/soak/large-reports.ts'),
  stability: browserTest('tests/e2e/stability.spec.ts'),
  canary: browserTest('tests/e2e/markdown-canary.spec.ts'),
  kills: browserTest('tests/e2e/kills.spec.ts'),
  cuts: unitTest('tests/unit/composables/session/cut-streams.spec.ts'),
  stalls: unitTest('tests/unit/server/stream/stalled-readers.spec.ts'),
  aborts: browserTest('tests/e2e/aborted-streams.spec.ts'),
  nginx: browserTest('tests/e2e/behind-nginx.spec.ts'),
  load: browserTest('tests/e2e/load.spec.ts'),
  writers: unitTest('tests/unit/server/nodes/two-nodes.spec.ts'),
  approvals: unitTest(...['decision-races', 'altered-decisions', 'approval-steps.properties'].map((name) => `tests/unit/server/approvals/${name}.spec.ts`)),
  executions: unitTest('tests/unit/server/approvals/killed-executions.spec.ts'),
  nodes: browserTest('tests/e2e/two-nodes.spec.ts'),
}

/** Runs until it is stopped, so that somebody can look: only when it is named. */
const byHand = { 'by-hand': script('tests/soak/two-nodes.ts') }

/** `npm run soak`: all, one after the other. `npm run soak -- canary`: that one; what follows a name is its own, as in `-- reports 20` (MB). */
async function main() {
  const [name, ...own] = process.argv.slice(2)
  const named = { ...soaks, ...byHand }
  if (name !== undefined && !Object.hasOwn(named, name)) {
    throw new CommandError(`There is no soak ${name}. Run \`npm run soak\`, or \`npm run soak -- ${Object.keys(named).join(' | ')}\`.`)
  }
  const build = requireCurrentBuild()
  markInUse(build)
  const env = await toEnvironment(build)
  const failed = []
  for (const each of name === undefined ? Object.keys(soaks) : [name]) {
    console.log(`\n${each}:`)
    if (await run([...named[each], ...own], env) !== 0) failed.push(each)
  }
  if (failed.length > 0) throw new CommandError(`Failed: ${failed.join(', ')}.`)
}

async function toEnvironment(build) {
  const found = {
    NORTHLIGHT_SOAK: '1',
    NORTHLIGHT_TEST_BUILD: build,
    NORTHLIGHT_TEST_TEMPLATE: await findTemplate(),
    NORTHLIGHT_TEST_POSTGRES_URL: await findTestPostgres(),
    NORTHLIGHT_TEST_BROWSER: await requireBrowser(),
  }
  return { ...toToolEnvironment(), ...Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined)) }
}

function run(args, env) {
  const child = spawn(findNode(), args, { cwd: projectRoot, env, stdio: 'inherit' })
  return new Promise((resolve) => child.once('close', resolve))
}

main().catch(failCommand)
