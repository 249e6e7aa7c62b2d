import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { CommandError } from './command-error.mjs'
import { binFolder } from './project-paths.mjs'

const oldest = [22, 19]

/** The Node that runs the tools and the server: the one among the packages where there is one, else the person's own. */
export function findNode() {
  const packaged = join(binFolder, 'node')
  for (const node of [packaged, process.execPath]) {
    if (existsSync(node) && isNewEnough(readVersion(node))) return node
  }
  throw new CommandError(
    `Northlight runs on Node ${oldest.join('.')} or newer, and this is Node ${process.versions.node}. Install a newer one from https://nodejs.org.`,
  )
}

/** The environment in which the tools of this project are found first. */
export function toToolEnvironment(variables = process.env) {
  return { ...variables, PATH: `${binFolder}${delimiter}${variables.PATH ?? ''}` }
}

function readVersion(node) {
  if (node === process.execPath) return process.versions.node
  try {
    // Made for another C library, it is there and does not run.
    return execFileSync(node, ['-p', 'process.versions.node'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  }
  catch {
    return '0'
  }
}

function isNewEnough(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major > oldest[0] || (major === oldest[0] && minor >= oldest[1])
}
