import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from './built-server.ts'

const root = join(import.meta.dirname, '../../..')
const startMayTakeMs = 240_000
const pollMs = 500

/** The development server, on folders of its own: for pages that no production build has. Resolves once it answers `path`. */
export async function startDevServer(path: string): Promise<{ url: string, stop(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'northlight-dev-'))
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const { NODE_ENV: _, ...variables } = process.env
  const child = spawn(process.execPath, [join(root, 'node_modules/nuxt/bin/nuxt.mjs'), 'dev', '--no-fork', '--port', String(port), '--host', '127.0.0.1'], {
    cwd: root,
    env: { ...variables, NORTHLIGHT_BUILD_DIR: folder, NORTHLIGHT_DATA_DIR: join(folder, 'data'), NORTHLIGHT_DATABASE_TEMPLATE: process.env.NORTHLIGHT_TEST_TEMPLATE },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => output += text)
  async function stop() {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM')
      await once(child, 'exit')
    }
    await rm(folder, { recursive: true, force: true })
  }
  const deadline = performance.now() + startMayTakeMs
  while (!await fetch(`${url}${path}`).then((response) => response.ok, () => false)) {
    if (child.exitCode !== null || performance.now() > deadline) {
      await stop()
      throw new Error(`The development server did not start:\n${output}`)
    }
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
  return { url, stop }
}
