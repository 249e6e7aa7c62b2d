import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { vi } from 'vitest'

/** Many processes, on a machine that may be busy. */
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

/** The tools that the commands call, as stand-ins: each writes a line to `calls` and leaves what the real one leaves. */
const log = 'import { appendFileSync, mkdirSync, writeFileSync } from \'node:fs\'\nmkdirSync(\'.cache\', { recursive: true })\nconst call = (text) => appendFileSync(\'.cache/calls\', `${text}\\n`)\n'
const tools = {
  'npm.mjs': `${log}call('npm ' + process.argv[2])\n`,
  'node_modules/prisma/package.json': '{ "version": "1.0.0" }',
  'node_modules/prisma/build/index.js': `${log}call('prisma generate')\nmkdirSync('generated/prisma', { recursive: true })\nwriteFileSync('generated/prisma/client.ts', '')\n`,
  'node_modules/nuxt/bin/nuxt.mjs': `${log}
call('nuxt ' + process.argv[2])
if (process.argv[2] === 'prepare') {
  mkdirSync('.nuxt', { recursive: true })
  writeFileSync('.nuxt/tsconfig.json', '')
}
else {
  if (process.env.FAIL_BUILD) throw new Error('this source does not compile')
  const server = process.env.NORTHLIGHT_BUILD_DIR + '/output/server'
  mkdirSync(server, { recursive: true })
  writeFileSync(server + '/index.mjs', '')
}
`,
  'node_modules/@electric-sql/pglite/package.json': '{ "version": "1.0.0" }',
  'scripts/database/make-template.ts': `${log}call('template')\nwriteFileSync(process.argv[2] ?? '', '')\n`,
}
const sources = {
  'package.json': '{ "type": "module", "scripts": {} }',
  'package-lock.json': '{}',
  'prisma/schema.prisma': '',
  'prisma/migrations/1_initial/migration.sql': '',
  'pages/index.vue': '',
}

export interface CommandResult {
  code: number | null
  output: string
}

export interface TemporaryProject {
  readonly folder: string
  write(path: string, text: string): Promise<void>
  read(path: string): Promise<string>
  /** The stand-ins' calls so far. */
  calls(): Promise<string[]>
  start(script: string, args?: string[], variables?: Record<string, string>): RunningCommand
  run(script: string, args?: string[], variables?: Record<string, string>): Promise<CommandResult>
  remove(): Promise<void>
}

export interface RunningCommand {
  readonly child: ChildProcess
  readonly ended: Promise<CommandResult>
  /** Resolves with all output so far, once it has `text`. */
  waitFor(text: string): Promise<string>
}

/** A project of its own with the real commands and stand-ins for the tools that they call. */
export async function createTemporaryProject(): Promise<TemporaryProject> {
  const folder = await mkdtemp(join(tmpdir(), 'northlight-project-'))
  const write = async (path: string, text: string) => {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  const read = (path: string) => readFile(join(folder, path), 'utf8')
  const start = (script: string, args: string[] = [], variables: Record<string, string> = {}) => {
    const env = { ...process.env, npm_execpath: join(folder, 'npm.mjs'), ...variables }
    return follow(spawn(process.execPath, [script, ...args], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] }))
  }
  await cp(join(import.meta.dirname, '../../../scripts'), join(folder, 'scripts'), { recursive: true })
  for (const [path, text] of Object.entries({ ...sources, ...tools })) await write(path, text)
  return {
    folder,
    write,
    read,
    calls: async () => (await read('.cache/calls').catch(() => '')).split('\n').filter(Boolean),
    start,
    run: (script, args, variables) => start(script, args, variables).ended,
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

function follow(child: ReturnType<typeof spawn>): RunningCommand {
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => output += text)
  return {
    child,
    ended: once(child, 'close').then(([code]) => ({ code: code as number | null, output })),
    async waitFor(text) {
      while (!output.includes(text)) {
        if (child.exitCode !== null) throw new Error(`It ended without ${JSON.stringify(text)}:\n${output}`)
        await Promise.race([once(child, 'close'), ...[child.stdout, child.stderr].map((stream) => stream && once(stream, 'data'))])
      }
      return output
    },
  }
}
