import { mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { resolveSecret } from '#layers/northlight/server/people/resolve-secret.ts'

let folder: string
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'northlight-secret-'))))
afterEach(() => rm(folder, { recursive: true }))

const environmentOf = (dataFolder: string, secret?: string) => ({ NORTHLIGHT_DATA_DIR: dataFolder, NORTHLIGHT_SECRET: secret })

it('is the environment\'s, and then no file is made', async () => {
  expect(await resolveSecret(environmentOf(folder, 'given'))).toBe('given')
  expect(await readdir(folder)).toEqual([])
})

it('is made once, of 32 random bytes, for its owner alone, by whoever comes first', async () => {
  const data = join(folder, 'new', 'data')
  const secrets = new Set(await Promise.all(Array.from({ length: 20 }, () => resolveSecret(environmentOf(data)))))
  expect(secrets.size).toBe(1)
  const [secret = ''] = secrets
  expect(Buffer.from(secret, 'base64')).toHaveLength(32)
  expect(await readdir(data)).toEqual(['secret'])
  expect((await stat(join(data, 'secret'))).mode & 0o777).toBe(0o600)
  expect(await readFile(join(data, 'secret'), 'utf8')).toBe(`${secret}\n`)
  expect(await resolveSecret(environmentOf(data))).toBe(secret)
})

it('stops the start, with what to do, where it can be neither read nor made', async () => {
  await writeFile(join(folder, 'file'), '')
  await expect(resolveSecret(environmentOf(join(folder, 'file')))).rejects.toThrow(/NORTHLIGHT_DATA_DIR.*NORTHLIGHT_SECRET/)
})
