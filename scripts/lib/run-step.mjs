import { spawn } from 'node:child_process'
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { CommandError } from './command-error.mjs'
import { commandCache, projectRoot } from './project-paths.mjs'

const tailLines = 20

/**
 * Runs one step with its output in a log file, and says in one line that it does.
 *
 * @throws {CommandError} with the log's end when the step fails.
 */
export async function runStep({ title, name, command, args, env = process.env }) {
  console.log(`${title}…`)
  mkdirSync(commandCache, { recursive: true })
  const logPath = join(commandCache, `${name}.log`)
  const log = openSync(logPath, 'w')
  const child = spawn(command, args, { cwd: projectRoot, env, stdio: ['ignore', log, log] })
  const stop = () => {
    child.kill('SIGTERM')
    process.exit(143)
  }
  process.once('SIGTERM', stop)
  try {
    const outcome = await toOutcome(child)
    if (outcome !== 0) throw new CommandError(toFailure(title, outcome, logPath))
  }
  finally {
    process.off('SIGTERM', stop)
    closeSync(log)
  }
}

function toOutcome(child) {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, signal) => resolve(code ?? signal))
  })
}

function toFailure(title, outcome, logPath) {
  const tail = readFileSync(logPath, 'utf8').trimEnd().split('\n').slice(-tailLines).join('\n')
  return `${tail}\n${title} failed (${outcome}); the whole output is in ${relative(projectRoot, logPath)}.`
}
