import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { restoreDump } from '#layers/northlight/server/store/embedded/restore-dump.ts'
import { startEmbeddedDatabase } from '#layers/northlight/server/store/embedded/start-embedded-database.ts'
import { toBackupFolder, writeDump } from '#layers/northlight/server/store/embedded/write-dump.ts'
import { applyMigrations } from '#layers/northlight/server/store/migrations/apply-migrations.ts'
import { migrations } from './test-postgres.ts'

/** Whole databases and processes, on a machine that may be busy. */
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const template = process.env.NORTHLIGHT_TEST_TEMPLATE
const at = new Date('2026-11-30T03:07:00Z')

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'northlight-restore-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** Runs statements on the folder's database, and gives its notes and a dump of it. */
async function onDatabase(...statements: string[]) {
  const database = await startEmbeddedDatabase({ dataFolder: folder, templatePath: template })
  await applyMigrations(database.connection, migrations)
  const client = new pg.Client(database.connection)
  await client.connect()
  await client.query('CREATE TABLE IF NOT EXISTS note (text text)')
  for (const statement of statements) await client.query(statement)
  const notes = (await client.query<{ text: string }>('SELECT text FROM note ORDER BY text')).rows.map((row) => row.text)
  await client.end()
  const dump = await database.dump()
  await database.close()
  return { notes, dump }
}

describe('a dump of the embedded database', () => {
  it('brings the rows of then back, and keeps the database that was there', async () => {
    const { dump } = await onDatabase('INSERT INTO note VALUES (\'then\')')
    const path = await writeDump(toBackupFolder(folder), '2026-11-30', dump)
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    expect((await onDatabase('INSERT INTO note VALUES (\'since\')')).notes).toEqual(['since', 'then'])
    const kept = await restoreDump(folder, path, at) ?? ''
    expect((await onDatabase()).notes).toEqual(['then'])
    await rm(join(folder, 'database'), { recursive: true })
    await rename(kept, join(folder, 'database'))
    expect((await onDatabase()).notes).toEqual(['since', 'then'])
  })

  it('is refused where it does not open, and the database stays', async () => {
    const { dump } = await onDatabase('INSERT INTO note VALUES (\'then\')')
    const path = join(folder, 'cut.tar.gz')
    for (const bytes of [dump.subarray(0, dump.length / 2), new TextEncoder().encode('no dump')]) {
      await writeFile(path, bytes)
      await expect(restoreDump(folder, path, at)).rejects.toThrow(/holds no database of Northlight's that opens: .* Nothing was changed/s)
    }
    expect((await readdir(folder)).filter((name) => name.startsWith('database'))).toEqual(['database'])
    expect((await onDatabase()).notes).toEqual(['then'])
  })

  it('that is not there is said to be missing, and where there are some', async () => {
    const missing = join(folder, 'backups', 'northlight-2000-01-01.tar.gz')
    await expect(restoreDump(folder, missing, at)).rejects.toThrow(`There is no file ${missing}. Name one of those in ${toBackupFolder(folder)}.`)
  })

  it('is refused while a server holds the folder', async () => {
    const child = spawn(process.execPath, [join(import.meta.dirname, 'hold-database.ts'), folder, template ?? ''], { stdio: ['ignore', 'pipe', 'inherit'] })
    await once(child.stdout, 'data')
    await expect(restoreDump(folder, join(folder, 'any.tar.gz'), at)).rejects.toThrow(`in use by process ${child.pid}`)
    child.kill('SIGTERM')
    await once(child, 'exit')
  })

  it('that was half restored when the process was killed is restored by the next start', async () => {
    await onDatabase('INSERT INTO note VALUES (\'then\')')
    await rename(join(folder, 'database'), join(folder, 'database.restored'))
    expect((await onDatabase()).notes).toEqual(['then'])
    expect(existsSync(join(folder, 'database.restored'))).toBe(false)
  })
})

describe('the dumps of a folder', () => {
  const day = (number: number) => `2026-11-${String(number).padStart(2, '0')}`
  const write = (number: number) => writeDump(folder, day(number), new TextEncoder().encode(day(number)))

  it('are the newest seven, and what else lies there stays', async () => {
    await writeFile(join(folder, 'mine.tar.gz'), '')
    for (let number = 1; number <= 9; number++) await write(number)
    expect((await readdir(folder)).sort()).toEqual(['mine.tar.gz', ...[3, 4, 5, 6, 7, 8, 9].map((number) => `northlight-${day(number)}.tar.gz`)])
  })

  it('are as they were where the next can\'t be written', async () => {
    for (let number = 1; number <= 7; number++) await write(number)
    await mkdir(join(folder, `northlight-${day(8)}.tar.gz`))
    await expect(write(8)).rejects.toThrow(/EISDIR|ENOTEMPTY|EEXIST|directory/)
    await rm(join(folder, `northlight-${day(8)}.tar.gz`), { recursive: true })
    expect((await readdir(folder)).sort()).toEqual([1, 2, 3, 4, 5, 6, 7].map((number) => `northlight-${day(number)}.tar.gz`))
    expect(await readFile(join(folder, `northlight-${day(7)}.tar.gz`), 'utf8')).toBe(day(7))
  })
})
