import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import process from 'node:process'
import { readMigrationFiles } from '#layers/northlight/server/store/migrations/migration-file.ts'
import { openDatabase } from '#layers/northlight/server/store/open-database.ts'
import { readEnvironment } from '#layers/northlight/server/utils/env.ts'
import { StartError } from '#layers/northlight/server/utils/start-error.ts'

/**
 * `npm run studio`: Prisma Studio on the database in use. PostgreSQL by DATABASE_URL; the embedded one by the socket
 * of the server that runs, or, when none runs, opened here.
 */
const socketName = '.s.PGSQL.5432'
/** Studio opens several connections whose messages interleave, unless it may have one only. */
const oneConnection = 'sslmode=disable&max=1'

interface Source {
  url: string
  close(): Promise<void>
}

async function openSource(): Promise<Source> {
  const { DATABASE_URL, NORTHLIGHT_DATA_DIR } = readEnvironment()
  if (DATABASE_URL) return { url: DATABASE_URL, close: async () => {} }
  const runningSocket = join(NORTHLIGHT_DATA_DIR, 'socket', socketName)
  if (await answers(runningSocket)) return openProxy(runningSocket)
  const database = await openDatabase({ dataFolder: NORTHLIGHT_DATA_DIR, migrations: await readMigrationFiles('prisma/migrations') })
  const proxy = await openProxy(join(String(database.connection.host), socketName))
  return {
    url: proxy.url,
    async close() {
      await proxy.close()
      await database.close()
    },
  }
}

async function answers(socketPath: string): Promise<boolean> {
  const socket = connect(socketPath)
  try {
    await once(socket, 'connect')
    return true
  }
  catch {
    return false
  }
  finally {
    socket.destroy()
  }
}

/** Studio speaks TCP only: a port on loopback, for as long as it runs. */
async function openProxy(socketPath: string): Promise<Source> {
  const server = createServer((client) => {
    const database = connect(socketPath)
    client.pipe(database).pipe(client)
    client.on('error', () => database.destroy())
    database.on('error', () => client.destroy())
    client.on('close', () => database.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `postgresql://postgres@127.0.0.1:${port}/postgres?${oneConnection}`,
    async close() {
      server.close()
    },
  }
}

async function runStudio(url: string): Promise<number> {
  // By the environment, since arguments can be read by everybody on the machine.
  const args = ['node_modules/prisma/build/index.js', 'studio', '--config', 'scripts/database/studio.config.ts', ...process.argv.slice(2)]
  const studio = spawn(process.execPath, args, { stdio: 'inherit', env: { ...process.env, NORTHLIGHT_STUDIO_URL: url, CHECKPOINT_DISABLE: '1' } })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => studio.kill(signal))
  const [code] = await once(studio, 'exit')
  return typeof code === 'number' ? code : 0
}

try {
  const source = await openSource()
  process.exitCode = await runStudio(source.url)
  await source.close()
}
catch (error) {
  console.error(error instanceof StartError ? error.message : error)
  process.exitCode = 1
}
