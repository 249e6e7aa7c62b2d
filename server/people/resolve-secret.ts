import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Environment } from '#layers/northlight/server/utils/env.ts'
import { StartError } from '#layers/northlight/server/utils/start-error.ts'

const fileName = 'secret'
/** For its owner alone. */
const fileMode = 0o600
const secretBytes = 32

/**
 * What sessions are signed with: the environment's, or, in local mode, one that is made once and kept in the data folder.
 *
 * @throws {StartError} where the data folder can't be written
 */
export async function resolveSecret({ NORTHLIGHT_SECRET, NORTHLIGHT_DATA_DIR }: Pick<Environment, 'NORTHLIGHT_SECRET' | 'NORTHLIGHT_DATA_DIR'>): Promise<string> {
  if (NORTHLIGHT_SECRET) return NORTHLIGHT_SECRET
  const path = join(NORTHLIGHT_DATA_DIR, fileName)
  try {
    await mkdir(NORTHLIGHT_DATA_DIR, { recursive: true })
    return await readSecret(path) ?? await makeSecret(path)
  }
  catch (cause) {
    throw new StartError(`The secret in ${path} could not be read or made.`, 'Make NORTHLIGHT_DATA_DIR a folder that can be written, or set NORTHLIGHT_SECRET.', { cause })
  }
}

async function readSecret(path: string): Promise<string | undefined> {
  try {
    const secret = (await readFile(path, 'utf8')).trim()
    return secret === '' ? undefined : secret
  }
  catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

/** Another server on the same folder may make it at the same moment: the first one's stands. Whole, or not there. */
async function makeSecret(path: string): Promise<string> {
  const secret = randomBytes(secretBytes).toString('base64')
  const draft = `${path}.${randomBytes(4).toString('hex')}`
  await writeFile(draft, `${secret}\n`, { mode: fileMode, flag: 'wx' })
  try {
    await link(draft, path)
    return secret
  }
  catch (error) {
    const other = await readSecret(path)
    if (other === undefined) throw error
    return other
  }
  finally {
    await rm(draft, { force: true })
  }
}
