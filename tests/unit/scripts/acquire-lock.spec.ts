import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { acquireLock } from '#layers/northlight/scripts/lib/acquire-lock.mjs'
import { readProcessStart } from '#layers/northlight/scripts/lib/read-process-start.mjs'

let folder = ''
let path = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'northlight-lock-'))
  path = join(folder, 'lock')
})
afterEach(() => rm(folder, { recursive: true }))

it.each([
  ['of a living process that began at another time', () => `${process.ppid} token earlier:1`],
  ['of this process\'s number, from before', () => `${process.pid} token ${readProcessStart(process.pid)}`],
  ['that is no lock', () => ''],
])('takes a lock over %s', async (_name, toHolder) => {
  const holder = toHolder()
  await writeFile(path, holder)
  const onWait = vi.fn()
  const release = await acquireLock(path, onWait)
  expect(onWait).not.toHaveBeenCalled()
  expect(await readFile(path, 'utf8')).not.toBe(holder)
  release()
  expect(existsSync(path)).toBe(false)
})

it.each([
  ['another living process', () => Promise.resolve(writeFile(path, `${process.ppid} token ${readProcessStart(process.ppid)}`)).then(() => () => rm(path))],
  ['this process itself', () => acquireLock(path)],
])('waits for %s', async (_name, hold) => {
  const release = await hold() as () => unknown
  const waiting = Promise.withResolvers<number>()
  const acquiring = acquireLock(path, waiting.resolve)
  expect([process.pid, process.ppid]).toContain(await waiting.promise)
  await release()
  ;(await acquiring)()
  expect(existsSync(path)).toBe(false)
})

it('says what is wrong with a lock that it can\'t read', async () => {
  await mkdir(path)
  await expect(acquireLock(path)).rejects.toThrow(/EISDIR/)
})
