import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Worker } from 'node:worker_threads'
import pg from 'pg'
import type { PoolConfig } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { startEmbeddedDatabase } from '#layers/northlight/server/store/embedded/start-embedded-database.ts'
import { applyMigrations } from '#layers/northlight/server/store/migrations/apply-migrations.ts'
import { migrations } from './test-postgres.ts'

const workers = vi.hoisted((): Worker[] => [])
vi.mock('node:worker_threads', async (importOriginal) => {
  const original = await importOriginal<typeof import('node:worker_threads')>()
  class KnownWorker extends original.Worker {
    constructor(...input: ConstructorParameters<typeof Worker>) {
      super(...input)
      workers.push(this)
    }
  }
  return { ...original, Worker: KnownWorker }
})

/** Whole databases and processes, on a machine that may be busy. */
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const describeTables = `
  SELECT table_name AS "table", column_name AS "column", data_type AS type, is_nullable AS nullable, column_default AS "default"
  FROM information_schema.columns WHERE table_schema = 'public' ORDER BY table_name, ordinal_position`

let template = ''
let folder = ''
let children: ChildProcess[] = []

beforeAll(async () => {
  template = join(await mkdtemp(join(tmpdir(), 'northlight-template-')), 'template.tar.gz')
  const database = await startEmbeddedDatabase({})
  await applyMigrations(database.connection, migrations)
  await writeFile(template, await database.dump())
  await database.close()
})
afterAll(() => rm(join(template, '..'), { recursive: true, force: true }))
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'northlight-data-'))
})
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL')
  children = []
  await rm(folder, { recursive: true, force: true })
})

/** Another process that has the folder open. */
async function holdFolder(): Promise<ChildProcess> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'hold-database.ts'), folder, template], { stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  await once(child.stdout, 'data')
  return child
}

async function query(connection: PoolConfig, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return (await client.query(sql)).rows
  }
  finally {
    await client.end()
  }
}

describe('the embedded database', () => {
  it('refuses a second process, and names the one that holds the folder', async () => {
    const holder = await holdFolder()
    await expect(startEmbeddedDatabase({ dataFolder: folder })).rejects.toThrow(`in use by process ${holder.pid}`)
  })

  it('takes a killed holder\'s folder over, with all that was stored', async () => {
    const holder = await holdFolder()
    await query({ host: join(folder, 'socket'), user: 'postgres', database: 'postgres' }, 'CREATE TABLE kept AS SELECT 1 AS one')
    holder.kill('SIGKILL')
    await once(holder, 'exit')
    const database = await startEmbeddedDatabase({ dataFolder: folder })
    expect(await query(database.connection, 'SELECT one FROM kept')).toEqual([{ one: 1 }])
    await database.close()
  })

  it('waits for a holder that is just closing', async () => {
    const holder = await holdFolder()
    const starting = startEmbeddedDatabase({ dataFolder: folder, lockWaitMs: 30_000 })
    holder.kill('SIGTERM')
    await (await starting).close()
  })

  it('closes cleanly: no lock, no socket, no process, and it opens again', async () => {
    const holder = await holdFolder()
    holder.kill('SIGTERM')
    expect((await once(holder, 'exit'))[0]).toBe(0)
    expect(await readdir(folder)).not.toContain('lock')
    expect(await readdir(join(folder, 'socket'))).toEqual([])
    await (await startEmbeddedDatabase({ dataFolder: folder })).close()
  })

  it('is the same from the template as from nothing', async () => {
    const fresh = await startEmbeddedDatabase({})
    await applyMigrations(fresh.connection, migrations)
    const copied = await startEmbeddedDatabase({ templatePath: template })
    const expected = await query(fresh.connection, describeTables)
    expect(expected.length).toBeGreaterThan(0)
    expect(await query(copied.connection, describeTables)).toEqual(expected)
    expect(await applyMigrations(copied.connection, migrations)).toEqual([])
    await Promise.all([fresh.close(), copied.close()])
  })

  it('says when its worker ended, and closes all the same', async () => {
    const failed = Promise.withResolvers<Error>()
    const database = await startEmbeddedDatabase({ dataFolder: folder, templatePath: template, onFailure: failed.resolve })
    await workers.at(-1)?.terminate()
    expect((await failed.promise).message).toMatch(/^The database ended with code \d+\.$/)
    await database.close()
    expect(await readdir(folder)).not.toContain('lock')
  })

  it('says nothing of a worker that was closed', async () => {
    const onFailure = vi.fn()
    await (await startEmbeddedDatabase({ dataFolder: folder, templatePath: template, onFailure })).close()
    expect(onFailure).not.toHaveBeenCalled()
  })

  it('lets go of the folder when it can make no socket', async () => {
    await writeFile(join(folder, 'socket'), 'in the way')
    await expect(startEmbeddedDatabase({ dataFolder: folder })).rejects.toThrow(/did not open: .*socket/)
    expect(await readdir(folder)).not.toContain('lock')
  })

  it('names a lock that it can\'t read, and what to do', async () => {
    await mkdir(join(folder, 'lock'))
    await expect(startEmbeddedDatabase({ dataFolder: folder })).rejects.toThrow(`The lock ${join(folder, 'lock')} can't be read: `)
  })

  it('keeps its socket where nobody else can reach it', async () => {
    const database = await startEmbeddedDatabase({ dataFolder: folder, templatePath: template })
    expect((await stat(join(folder, 'socket'))).mode & 0o777).toBe(0o700)
    expect((await stat(join(folder, 'socket', '.s.PGSQL.5432'))).mode & 0o777).toBe(0o600)
    await database.close()
  })

  it('puts the socket elsewhere when the data folder\'s path is too long for one, and takes it away again', async () => {
    const long = join(folder, 'a'.repeat(90))
    const database = await startEmbeddedDatabase({ dataFolder: long, templatePath: template })
    const socketFolder = String(database.connection.host)
    expect(socketFolder.startsWith(long)).toBe(false)
    expect((await stat(socketFolder)).mode & 0o777).toBe(0o700)
    expect(await query(database.connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    await database.close()
    expect(existsSync(socketFolder)).toBe(false)
  })

  it('says in one line that a folder can\'t be used', async () => {
    const file = join(await mkdtemp(join(tmpdir(), 'northlight-test-')), 'file')
    await writeFile(file, '')
    await expect(startEmbeddedDatabase({ dataFolder: join(file, 'data') })).rejects.toThrow(/^The data folder .* can't be used: ENOTDIR.* Set NORTHLIGHT_DATA_DIR/)
  })
})
