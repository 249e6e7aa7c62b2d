import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'

const projectRoot = join(import.meta.dirname, '../../..')
let folder: string

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'northlight-totals-')))
  await symlink(join(projectRoot, 'node_modules'), join(folder, 'node_modules'))
})
afterEach(() => rm(folder, { recursive: true }))

async function readTotals(specs: Record<string, string>) {
  for (const [name, body] of Object.entries(specs)) {
    await writeFile(join(folder, name), `import { expect, it } from 'vitest'\nit('first', () => {})\n${body}\n`)
  }
  const totalsFile = join(folder, 'totals.json')
  const args = [join(projectRoot, 'node_modules/vitest/vitest.mjs'), 'run', '--root', folder, `--reporter=${join(projectRoot, 'scripts/lib/vitest-totals.mjs')}`]
  const child = spawn(process.execPath, args, { env: { ...process.env, NORTHLIGHT_TOTALS_FILE: totalsFile }, stdio: 'ignore' })
  const [code] = await once(child, 'exit')
  return { code, totals: JSON.parse(await readFile(totalsFile, 'utf8')) }
}

it('names the files whose process the engine ended, and counts none of their tests', async () => {
  const { code, totals } = await readTotals({
    'whole.spec.ts': 'it.skip(\'second\', () => {})',
    'crash.spec.ts': 'it(\'second\', async () => { process.kill(process.pid, \'SIGTRAP\'); await new Promise(() => {}) })',
  })
  expect(code).not.toBe(0)
  expect(totals).toEqual({
    passed: 1, failed: [], skipped: [{ name: 'whole.spec.ts > second' }],
    crashed: [{ files: [join(folder, 'crash.spec.ts')], signal: 'SIGTRAP' }],
  })
})

it.each([
  ['a failed test', 'it(\'second\', () => { expect(1).toBe(2) })', 'broken.spec.ts > second'],
  ['a process that ends itself', 'it(\'second\', async () => { process.kill(process.pid, \'SIGKILL\'); await new Promise(() => {}) })', 'outside any test: [vitest-pool]: Worker forks emitted error.'],
])('takes %s for no crash of the engine', async (_what, body, name) => {
  const { totals } = await readTotals({ 'broken.spec.ts': body })
  expect(totals).toMatchObject({ crashed: [], failed: expect.arrayContaining([name]) })
})
