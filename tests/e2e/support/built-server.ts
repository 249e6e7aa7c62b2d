import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface BuiltServer {
  readonly url: string
  readonly dataFolder: string
  readonly process: ChildProcess
  /** All that the server printed. */
  output(): string
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

const ownBuild = process.env.NORTHLIGHT_TEST_BUILD ?? join(import.meta.dirname, '../../../.output')
const startMayTakeMs = 60_000
const pollMs = 50

/** Starts a production build, ours unless another is named, on a free port and on a data folder of its own. */
export async function startBuiltServer(variables: Record<string, string> = {}, keptDataFolder?: string, build = ownBuild): Promise<BuiltServer> {
  const dataFolder = keptDataFolder ?? await mkdtemp(join(tmpdir(), 'northlight-e2e-'))
  const port = variables.PORT ?? await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, [join(build, 'server/index.mjs')], {
    env: {
      ...process.env, PORT: String(port), HOST: '127.0.0.1', NITRO_HOST: '127.0.0.1', NORTHLIGHT_DATA_DIR: dataFolder,
      NORTHLIGHT_DATABASE_TEMPLATE: process.env.NORTHLIGHT_TEST_TEMPLATE, NORTHLIGHT_MODEL: 'demo:instant', ...variables,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => output += text)
  await waitUntilReady(url, child, () => output)
  return {
    url,
    dataFolder,
    process: child,
    output: () => output,
    async stop(signal = 'SIGTERM') {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill(signal)
        await once(child, 'exit')
      }
      if (!keptDataFolder) await rm(dataFolder, { recursive: true, force: true })
      return child.exitCode
    },
  }
}

async function waitUntilReady(url: string, child: ChildProcess, output: () => string) {
  const deadline = performance.now() + startMayTakeMs
  while (performance.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`The server ended while it started:\n${output()}`)
    const isReady = await fetch(`${url}/readyz`).then((response) => response.ok, () => false)
    if (isReady) return
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
  child.kill('SIGKILL')
  throw new Error(`The server was not ready within ${startMayTakeMs} ms:\n${output()}`)
}

export async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}
