import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readMigrationFiles } from '#layers/northlight/server/store/migrations/migration-file.ts'
import { openDatabase } from '#layers/northlight/server/store/open-database.ts'
import type { Database } from '#layers/northlight/server/store/open-database.ts'

/** Whole databases and processes, on a machine that may be busy. */
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const root = join(import.meta.dirname, '../../..')
const preferences = { procedure: 'query', query: { sql: 'SELECT user_id, chat_detail_level FROM user_chat_preference', parameters: [] } }

let folder = ''
let studio: ChildProcess | undefined

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'northlight-studio-'))
})
afterEach(async () => {
  // Asked, not killed: it takes the page that it started with it.
  if (studio && studio.exitCode === null && studio.signalCode === null) {
    studio.kill('SIGTERM')
    await once(studio, 'exit')
  }
  studio = undefined
  await rm(folder, { recursive: true, force: true })
})

async function openWithPreference(): Promise<Database> {
  const database = await openDatabase({
    dataFolder: folder,
    templatePath: process.env.NORTHLIGHT_TEST_TEMPLATE,
    migrations: await readMigrationFiles(join(root, 'prisma/migrations')),
  })
  await database.prisma.user.create({ data: { id: 'somebody', name: 'Somebody', email: 'somebody@example.org' } })
  await database.prisma.userChatPreference.create({ data: { userId: 'somebody', chatDetailLevel: 4 } })
  return database
}

/** Starts Studio on the data folder and gives its address. */
async function startStudio(): Promise<string> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  const child = spawn(process.execPath, ['scripts/studio.ts', '--port', String(port), '--browser', 'none'], {
    cwd: root,
    env: { ...process.env, NORTHLIGHT_DATA_DIR: folder, DATABASE_URL: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  studio = child
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => output += text)
  while (!output.includes('is running at')) {
    if (child.exitCode !== null) throw new Error(output)
    await Promise.race([once(child.stdout, 'data'), once(child, 'close')])
  }
  return `http://127.0.0.1:${port}`
}

/** Asks as Studio's own page does. */
async function readPreferences(url: string): Promise<unknown> {
  const response = await fetch(`${url}/bff`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(preferences) })
  return response.json()
}

const shown = [null, [{ user_id: 'somebody', chat_detail_level: 4 }]]

describe('Studio on the embedded database', () => {
  it('shows the preferences while the app has the database open, and the app goes on', async () => {
    const database = await openWithPreference()
    const url = await startStudio()
    expect(await (await fetch(url)).text()).toContain('<div id="root">')
    expect(await readPreferences(url)).toEqual(shown)
    expect(await database.prisma.userChatPreference.count()).toBe(1)
    await database.close()
  })

  it('opens the database itself when no app runs', async () => {
    await (await openWithPreference()).close()
    expect(await readPreferences(await startStudio())).toEqual(shown)
  })
})
