import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { CommandError } from './command-error.mjs'
import { findNode, toToolEnvironment } from './find-node.mjs'
import { inProject } from './project-paths.mjs'
import { runStep } from './run-step.mjs'

const installedBrowsers = [
  '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** Ways to get a browser where there is none, in the order of trying. */
const installers = [
  { canRun: isRootWithApt, run: installDebianChromium },
  { canRun: () => true, run: downloadChromium },
]

/**
 * The path of a browser for the end-to-end tests: CHROMIUM_PATH, one that is installed, or one that this installs.
 *
 * @throws {CommandError} when there is none and none can be installed.
 */
export async function requireBrowser() {
  const named = process.env.CHROMIUM_PATH
  if (named && !isRunnable(named)) throw new CommandError(`CHROMIUM_PATH is ${named}, which does not run. Mend it or unset it.`)
  const found = named || await findBrowser()
  if (found) return found
  for (const { canRun, run } of installers) {
    if (!canRun()) continue
    // A way that fails says so, and the next one is tried.
    await run().catch((error) => console.error(error.message))
    const installed = await findBrowser()
    if (installed) return installed
  }
  throw new CommandError('The end-to-end tests need Chromium, and it could not be installed here. Install it, or name one: CHROMIUM_PATH=/path/to/chromium npm test')
}

async function findBrowser() {
  const { chromium } = await import('@playwright/test')
  return [...installedBrowsers, chromium.executablePath()].find(isRunnable)
}

function isRunnable(path) {
  return existsSync(path) && spawnSync(path, ['--version'], { stdio: 'ignore' }).status === 0
}

function isRootWithApt() {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
}

function installDebianChromium() {
  const install = 'apt-get update && apt-get install --yes chromium'
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return runStep({ title: 'Installing Chromium', name: 'chromium', command: 'sh', args: ['-c', install], env })
}

function downloadChromium() {
  const cli = inProject('node_modules/@playwright/test/cli.js')
  return runStep({ title: 'Downloading Chromium', name: 'chromium-download', command: findNode(), args: [cli, 'install', 'chromium'], env: toToolEnvironment() })
}
