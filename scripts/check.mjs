import { spawn } from 'node:child_process'
import { CommandError, failCommand } from './lib/command-error.mjs'
import { findNode, toToolEnvironment } from './lib/find-node.mjs'
import { projectRoot } from './lib/project-paths.mjs'

/** `npm run check`: every step runs, whatever the others say. `npm run check -- lint types` runs those alone. */
const modules = 'node_modules'
const cruiser = `${modules}/dependency-cruiser/bin/dependency-cruiser.mjs`
const layers = ['app.vue', 'pages', 'layouts', 'components', 'composables', 'stores', 'server', 'shared', 'prisma', 'scripts', 'eslint', 'tests']
const steps = [
  { name: 'types', of: 'strict TypeScript, templates too', args: [`${modules}/vue-tsc/bin/vue-tsc.js`, '-b', '--noEmit'] },
  { name: 'lint', of: 'format and lint', args: [`${modules}/eslint/bin/eslint.js`, '.', '--max-warnings', '0'] },
  { name: 'directions', of: 'directions and cycles', args: [cruiser, '--config', '.dependency-cruiser.mjs', ...layers] },
  { name: 'browser-weight', of: 'what the transcript brings along', args: [cruiser, '--config', '.dependency-cruiser.browser.mjs', 'components', 'composables', 'stores', 'shared'] },
  { name: 'dead-code', of: 'unused files, exports and packages', args: [`${modules}/knip/bin/knip.js`, '--no-progress', '--no-config-hints'] },
  { name: 'test-only-code', of: 'what only tests use', args: [`${modules}/knip/bin/knip.js`, '--no-progress', '--no-config-hints', '--production'] },
  { name: 'schema', of: 'the Prisma schema', args: [`${modules}/prisma/build/index.js`, 'validate'] },
  { name: 'drift', of: 'migrations against the schema', args: ['scripts/database/check-drift.ts'] },
]
/** Types take longest, by themselves on one core; the others share the second. */
const atOnce = 2

async function main() {
  const wanted = process.argv.slice(2)
  const names = steps.map(({ name }) => name)
  const unknown = wanted.filter((name) => !names.includes(name))
  if (unknown.length > 0) throw new CommandError(`There is no check ${unknown.join(', ')}. The checks: ${names.join(', ')}.`)
  const queue = steps.filter(({ name }) => wanted.length === 0 || wanted.includes(name))
  const failed = []
  const work = async () => {
    for (let step = queue.shift(); step; step = queue.shift()) {
      if (!await runStep(step)) failed.push(step.name)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  console.log(failed.length === 0 ? '\nAll checks passed.' : `\nFailed: ${failed.join(', ')}.`)
  process.exitCode = failed.length === 0 ? 0 : 1
}

async function runStep({ name, of, args }) {
  const startedAt = performance.now()
  const { code, output } = await run(args)
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  console.log(`${code === 0 ? 'ok    ' : 'FAILED'}  ${name} (${of}), ${seconds} s`)
  if (code !== 0) console.log(output.trimEnd())
  return code === 0
}

function run(args) {
  // A type check of a project that grows needs more than Node's default on a small machine.
  const env = { ...toToolEnvironment(), NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --max-old-space-size=4096` }
  const child = spawn(findNode(), args, { cwd: projectRoot, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => output += text)
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output })))
}

main().catch(failCommand)
