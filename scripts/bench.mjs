import { spawn } from 'node:child_process'
import { markInUse, requireCurrentBuild } from './lib/builds.mjs'
import { failCommand } from './lib/command-error.mjs'
import { findTemplate } from './lib/database-template.mjs'
import { findNode, toToolEnvironment } from './lib/find-node.mjs'
import { inProject, projectRoot } from './lib/project-paths.mjs'
import { requireBrowser } from './lib/require-browser.mjs'

/** `npm run bench`: measures the build that was made for it; what follows is the measurement's own, as in `-- --pairs 3 --only w1:200`. */
async function main() {
  const build = requireCurrentBuild()
  markInUse(build)
  const template = await findTemplate()
  const env = {
    ...toToolEnvironment(),
    NORTHLIGHT_TEST_BUILD: build,
    NORTHLIGHT_TEST_BROWSER: await requireBrowser(),
    ...(template ? { NORTHLIGHT_TEST_TEMPLATE: template } : {}),
  }
  const child = spawn(findNode(), [inProject('tests/bench/run.ts'), ...process.argv.slice(2)], { cwd: projectRoot, env, stdio: 'inherit' })
  child.once('close', (code) => process.exitCode = code ?? 1)
}

main().catch(failCommand)
