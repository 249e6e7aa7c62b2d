import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')
const fixture = join(root, 'tests/fixtures/host-app')
/** Outside the project: nothing that the tarball forgot can be found by walking up. */
const hosts = join(tmpdir(), `northlight-host-${toHash(root)}`)

const packedSchema = z.tuple([z.object({ filename: z.string(), files: z.array(z.object({ path: z.string() })) })])
const lockSchema = z.object({ packages: z.record(z.string(), z.object({ dev: z.boolean().optional() })) })

export interface HostApp {
  /** The host's `.output`. */
  build: string
  /** What is in the tarball, by path. */
  packedFiles: string[]
}

/**
 * Builds the host app against a packed tarball, as somebody would who installed it: its own folder, our packages of
 * production only. The same tarball and the same host are built once.
 */
export async function buildHostApp(): Promise<HostApp> {
  await mkdir(hosts, { recursive: true })
  const draft = await mkdtemp(join(hosts, 'draft-'))
  try {
    const { tarball, packedFiles } = await packProject(draft)
    const host = join(hosts, toHash(await readFile(tarball), ...await readFixture()))
    if (!existsSync(join(host, '.output/server/index.mjs'))) {
      await removeOthers(draft)
      await buildIn(join(draft, 'host'), tarball)
      await rename(join(draft, 'host'), host)
    }
    return { build: join(host, '.output'), packedFiles }
  }
  finally {
    await rm(draft, { recursive: true, force: true })
  }
}

async function packProject(folder: string) {
  const { stdout } = await run('npm', ['pack', '--json', '--silent', '--pack-destination', folder], { cwd: root, maxBuffer: 2 ** 24 })
  const [{ filename, files }] = packedSchema.parse(JSON.parse(stdout))
  return { tarball: join(folder, filename), packedFiles: files.map(({ path }) => path) }
}

async function buildIn(host: string, tarball: string) {
  await cp(fixture, host, { recursive: true })
  const modules = join(host, 'node_modules')
  await linkPackages(modules)
  await mkdir(join(modules, 'northlight'))
  await run('tar', ['-xzf', tarball, '--strip-components=1', '-C', join(modules, 'northlight')])
  await run(process.execPath, [join(modules, 'nuxt/bin/nuxt.mjs'), 'build'], {
    cwd: host, maxBuffer: 2 ** 24, env: { ...process.env, NODE_ENV: 'production', NORTHLIGHT_BUILD_DIR: '' },
  })
}

/** As `npm install` of the host would: what the lock file has for development only stays out. */
async function linkPackages(modules: string) {
  const { packages } = lockSchema.parse(JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')))
  for (const [path, { dev }] of Object.entries(packages)) {
    const name = /^node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(path)?.[1]
    const installed = join(root, path)
    if (name === undefined || dev || !existsSync(installed)) continue
    await mkdir(dirname(join(modules, name)), { recursive: true })
    await symlink(installed, join(modules, name))
  }
}

async function readFixture(): Promise<Buffer[]> {
  const entries = await readdir(fixture, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name)).sort()
  return Promise.all(paths.map((path) => readFile(path)))
}

async function removeOthers(kept: string) {
  for (const name of await readdir(hosts)) {
    if (join(hosts, name) !== kept) await rm(join(hosts, name), { recursive: true, force: true })
  }
}

function toHash(...contents: (string | Buffer)[]): string {
  const hash = createHash('sha256')
  for (const content of contents) hash.update(content)
  return hash.digest('hex').slice(0, 16)
}
