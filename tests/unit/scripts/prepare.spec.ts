import { existsSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTemporaryProject } from './temporary-project.ts'
import type { TemporaryProject } from './temporary-project.ts'

const prepare = 'scripts/prepare.mjs'
let project: TemporaryProject

beforeEach(async () => {
  project = await createTemporaryProject()
})
afterEach(() => project.remove())

async function callsOf(kind: string, variables: Record<string, string> = {}): Promise<string[]> {
  await rm(join(project.folder, '.cache/calls'), { force: true })
  const { code, output } = await project.run(prepare, [kind], variables)
  expect(code, output).toBe(0)
  return (await project.calls()).sort()
}

async function listBuilds(): Promise<string[]> {
  return (await readdir(join(project.folder, '.output'))).filter((name) => /^[0-9a-f]{16}$/.test(name))
}

describe('preparing', () => {
  it('does everything once, and nothing the second time', async () => {
    expect(await callsOf('build')).toEqual(['npm ci', 'nuxt build', 'nuxt prepare', 'prisma generate', 'template'])
    expect(await callsOf('build')).toEqual([])
    expect(await callsOf('install')).toEqual([])
    expect(await callsOf('test')).toEqual([])
  })

  it('builds nothing for a command that needs no build', async () => {
    expect(await callsOf('install')).toEqual(['npm ci', 'nuxt prepare', 'prisma generate'])
  })

  it('redoes what became stale, and only that', async () => {
    await callsOf('build')
    await project.write('pages/index.vue', 'changed')
    expect(await callsOf('build')).toEqual(['nuxt build'])
    await project.write('composables/useThing.ts', 'new')
    expect(await callsOf('build')).toEqual(['nuxt build'])
    expect(await callsOf('build', { NORTHLIGHT_BENCH: '1' })).toEqual(['nuxt build'])
    await project.write('prisma/schema.prisma', 'changed')
    expect(await callsOf('build')).toEqual(['nuxt build', 'prisma generate'])
    await project.write('prisma/migrations/2_next/migration.sql', '')
    expect(await callsOf('build')).toEqual(['nuxt build', 'template'])
    await project.write('package-lock.json', '{ "packages": {} }')
    expect(await callsOf('build')).toEqual(['npm ci', 'nuxt build', 'nuxt prepare'])
  })

  it('takes tests, documents and scripts for what they are', async () => {
    await callsOf('build')
    for (const path of ['tests/unit/thing.spec.ts', 'docs/thing.md', 'README.md', 'notes.txt', '.github/thing.json', 'scripts/thing.mjs']) await project.write(path, 'changed')
    await project.write('package.json', '{ "type": "module", "scripts": { "thing": "thing" } }')
    expect(await callsOf('build')).toEqual([])
  })

  it('builds once when two commands start at once', async () => {
    const results = await Promise.all([project.run(prepare, ['build']), project.run(prepare, ['build'])])
    expect(results.map(({ code }) => code)).toEqual([0, 0])
    expect((await project.calls()).filter((call) => call === 'nuxt build')).toHaveLength(1)
    expect(results.map(({ output }) => output).join('')).toMatch(/Process \d+ is preparing the same folder/)
  })

  it('takes a dead builder\'s lock over', async () => {
    const dead = project.start(prepare, ['nothing'])
    await dead.ended
    await project.write('.cache/northlight/prepare.lock', `${dead.child.pid} gone`)
    expect(await callsOf('install')).toContain('npm ci')
    expect(existsSync(join(project.folder, '.cache/northlight/prepare.lock'))).toBe(false)
  })

  it('leaves a build alone while a server runs from it, and removes it afterwards', async () => {
    await callsOf('build')
    const [served = ''] = await listBuilds()
    await project.write(`.output/${served}/in-use.${process.pid}`, '')
    await project.write('pages/index.vue', 'changed')
    await callsOf('build')
    expect(await listBuilds()).toHaveLength(2)
    expect(JSON.parse(await project.read('.output/current.json'))).not.toEqual({ build: served })
    await rm(join(project.folder, `.output/${served}/in-use.${process.pid}`))
    await callsOf('build')
    expect(await listBuilds()).not.toContain(served)
  })

  it('keeps the old build current when the new one fails, and shows the reason and where the rest is', async () => {
    await callsOf('build')
    const before = await project.read('.output/current.json')
    await project.write('pages/index.vue', 'changed')
    const { code, output } = await project.run(prepare, ['build'], { FAIL_BUILD: '1' })
    expect(code).toBe(1)
    expect(output).toContain('this source does not compile')
    expect(output.trimEnd().split('\n').at(-1)).toBe('Building failed (1); the whole output is in .cache/northlight/build.log.')
    expect(await project.read('.output/current.json')).toBe(before)
  })
})
