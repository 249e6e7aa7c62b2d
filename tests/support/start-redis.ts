import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'

export interface TestRedis {
  url: string
  stop(): Promise<void>
}

/** Why there is none; undefined: it can be started. */
export const redisMissing = spawnSync('redis-server', ['--version']).error ? 'redis-server is not installed' : undefined

/** A Redis of the test's own, in memory, on `port` or a free one. */
export async function startRedis(port?: number): Promise<TestRedis> {
  const chosen = port ?? await findFreePort()
  const server = spawn('redis-server', ['--port', String(chosen), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'], { stdio: ['ignore', 'pipe', 'inherit'] })
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject)
  server.once('exit', () => reject(new Error('redis-server ended while it started.')))
  server.stdout.on('data', (text: Buffer) => text.includes('Ready to accept connections') && resolve())
  await promise
  return {
    url: `redis://127.0.0.1:${chosen}`,
    async stop() {
      if (server.exitCode !== null || server.signalCode !== null) return
      server.kill('SIGKILL')
      await once(server, 'exit')
    },
  }
}

async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}
