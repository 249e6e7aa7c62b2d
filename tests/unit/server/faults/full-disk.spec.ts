import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { openDatabase } from '#layers/northlight/server/store/open-database.ts'
import type { Database } from '#layers/northlight/server/store/open-database.ts'
import { toBackupFolder, writeDump } from '#layers/northlight/server/store/embedded/write-dump.ts'
import { startTestServer } from '#layers/northlight/tests/support/start-test-server.ts'
import type { TestServer } from '#layers/northlight/tests/support/start-test-server.ts'
import { migrations } from '#layers/northlight/tests/unit/store-ops/test-postgres.ts'

const diskMegabytes = 120
const ballastMegabytes = 50
/** Of one file. More files than the disk has room for. */
const fileBytes = 4_000_000
const mostFiles = 20

const disk = mountSmallDisk()

/** A disk of the test's own; undefined where this machine does not let us have one. */
function mountSmallDisk(): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'northlight-full-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskMegabytes}m`, 'tmpfs', folder], { stdio: 'ignore' })
    return folder
  }
  catch {
    rmSync(folder, { recursive: true })
    return undefined
  }
}

describe('the embedded database on a full disk', () => {
  const folder = disk ?? ''
  const ballast = join(folder, 'ballast')
  let database: Database
  let server: TestServer

  beforeAll(async () => {
    if (!disk) return
    await writeFile(ballast, new Uint8Array(ballastMegabytes * 1_000_000))
    database = await openDatabase({ dataFolder: folder, templatePath: process.env.NORTHLIGHT_TEST_TEMPLATE, migrations })
    server = await startTestServer(database)
  })
  beforeEach(({ skip }) => {
    if (!disk) skip('this user may mount no small disk')
  })
  afterAll(async () => {
    if (!disk) return
    await server.close()
    execFileSync('umount', ['-l', folder])
    rmSync(folder, { recursive: true })
    vi.restoreAllMocks()
  })

  const upload = () => server.fetch('/api/files?name=a.bin', {
    method: 'POST', headers: { 'content-type': 'application/octet-stream' }, body: Buffer.concat(Array.from({ length: fileBytes / 50_000 }, () => crypto.getRandomValues(new Uint8Array(50_000)))),
  })

  it('says so, stores nothing of what it can\'t, reads on, and takes more as soon as there is room', async () => {
    let stored = 0
    let response = await upload()
    while (response.status === 201 && stored < mostFiles) {
      stored += 1
      response = await upload()
    }
    expect([response.status, response.headers.get('retry-after'), await response.json()]).toEqual([503, '2', {
      code: 'database-unavailable', message: 'The database has no room left: nothing of this was stored.', fix: 'Make room on its disk, and try again.',
    }])
    expect(await database.prisma.storedFile.count()).toBe(stored)
    expect([(await server.fetch('/api/chats')).status, (await server.fetch('/healthz')).status]).toEqual([200, 200])
    await rm(ballast)
    expect((await upload()).status).toBe(201)
    expect(await database.prisma.storedFile.count()).toBe(stored + 1)
  })

  it('has no half dump on it, and keeps the dumps that it has', async () => {
    const backups = toBackupFolder(folder)
    await writeDump(backups, '2026-11-29', new Uint8Array(1_000))
    await expect(writeDump(backups, '2026-11-30', new Uint8Array(2 * diskMegabytes * 1_000_000))).rejects.toThrow(/ENOSPC|EFBIG/)
    expect(await readdir(backups)).toEqual(['northlight-2026-11-29.tar.gz'])
  })
})
