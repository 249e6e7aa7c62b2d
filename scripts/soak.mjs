import { spawn } from 'node:child_process'
import { markInUse, requireCurrentBuild } from './lib/builds.mjs'
import { failCommand } from './lib/command-error.mjs'
import { findTemplate } from './lib/database-template.mjs'
import { findNode, toToolEnvironment } from './lib/find-node.mjs'
import { inProject, projectRoot } from './lib/project-paths.mjs'

/** `npm run soak`: large reports against the current build; too long for `npm test`. `npm run soak -- 20`: of 20 MB. */
async function main() {
  const build = requireCurrentBuild()
  markInUse(build)
  const template = await findTemplate()
  const env = { ...toToolEnvironment(), NORTHLIGHT_TEST_BUILD: build, ...(template ? { NORTHLIGHT_TEST_TEMPLATE: template } : {}) }
  const child = spawn(findNode(), [inProject('tests/soak/large-reports.ts'), ...process.argv.slice(2)], { cwd: projectRoot, env, stdio: 'inherit' })
  process.exitCode = await new Promise((resolve) => child.once('close', resolve))
}

main().catch(failCommand)
