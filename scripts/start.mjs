import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { markInUse, requireCurrentBuild, toServerEntry } from './lib/builds.mjs'
import { CommandError, failCommand } from './lib/command-error.mjs'
import { findTemplate } from './lib/database-template.mjs'
import { findNode } from './lib/find-node.mjs'

/** `npm start`: runs the current build until it ends or is told to, and says when and where it answers. */
const defaults = { HOST: '127.0.0.1', PORT: '3000' }
const forwardedSignals = ['SIGINT', 'SIGTERM']
const pollMs = 50

async function main() {
  const build = requireCurrentBuild()
  markInUse(build)
  const env = toServerEnvironment(await findTemplate())
  await requireFreePort(env.HOST, env.PORT)
  const server = spawn(findNode(), [toServerEntry(build)], { env, stdio: ['inherit', 'pipe', 'pipe'] })
  markInUse(build, server.pid)
  for (const signal of forwardedSignals) process.on(signal, () => server.kill(signal))
  const address = relayOutput(server)
  const ended = toExitCode(server)
  await Promise.race([announce(address, ended), ended])
  process.exitCode = await ended
}

/** The server reads and checks its settings itself; this only sees to it that it listens where they say. */
function toServerEnvironment(template) {
  const settings = { ...process.env }
  for (const [name, value] of Object.entries(defaults)) settings[name] ||= value
  return {
    ...settings,
    NODE_ENV: 'production',
    NITRO_HOST: settings.HOST,
    NITRO_PORT: settings.PORT,
    NORTHLIGHT_LOG_FORMAT: settings.NORTHLIGHT_LOG_FORMAT || (process.stdout.isTTY ? 'lines' : 'json'),
    ...(template ? { NORTHLIGHT_DATABASE_TEMPLATE: template } : {}),
  }
}

/** Asked first, since a server on a taken port would open the database before it noticed. */
async function requireFreePort(host, port) {
  const number = Number(port)
  if (!Number.isInteger(number) || number < 0 || number > 65_535) return
  const probe = createServer()
  const error = await new Promise((resolve) => {
    probe.once('error', resolve)
    probe.listen({ host, port: number }, () => resolve(undefined))
  })
  probe.close()
  if (error?.code === 'EADDRINUSE') throw portInUse(host, port)
}

function portInUse(host, port) {
  return new CommandError(`Port ${port} on ${host} is in use. Stop what runs there, or choose another: PORT=3001 npm start`)
}

/** Passes the server's lines on, but for its own address line, which comes before it is ready: that one is the result. */
function relayOutput(server) {
  createInterface(server.stderr).on('line', (line) => console.error(line))
  return new Promise((resolve) => {
    createInterface(server.stdout).on('line', (line) => {
      const address = /^Listening on (?<address>http\S+)$/.exec(line)?.groups.address
      if (address) resolve(address)
      else console.log(line)
    })
  })
}

async function announce(address, ended) {
  const url = await address
  let hasEnded = false
  void ended.then(() => {
    hasEnded = true
  })
  while (!hasEnded) {
    const response = await fetch(`${url}/readyz`).catch(() => undefined)
    if (response?.ok) return console.log(`Northlight is ready at ${url}`)
    await delay(pollMs)
  }
}

function toExitCode(server) {
  return new Promise((resolve) => {
    server.once('error', (error) => {
      console.error(`The server could not be started: ${error.message}`)
      resolve(1)
    })
    // After `close`, its last lines have been passed on.
    server.once('close', (code, signal) => resolve(code ?? (signal === 'SIGINT' ? 130 : 143)))
  })
}

main().catch(failCommand)
