import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTemporaryProject } from './temporary-project.ts'
import type { TemporaryProject } from './temporary-project.ts'

interface Totals {
  passed: number
  failed: string[]
  skipped: { name: string, reason?: string }[]
  crashed?: { files: string[], signal: string }[]
}

const build = '0123456789abcdef'
let project: TemporaryProject

beforeEach(async () => {
  project = await createTemporaryProject()
  await project.write(`.output/${build}/server/index.mjs`, '')
  await project.write('.output/current.json', `{ "build": "${build}" }`)
  // Stands in for a browser: it has a version.
  await project.write('node_modules/@playwright/test/package.json', '{ "type": "module", "exports": { ".": "./index.js" } }')
  await project.write('node_modules/@playwright/test/index.js', 'export const chromium = { executablePath: () => process.execPath }\n')
})
afterEach(() => project.remove())

type Run = [Totals | undefined, number]

/** Leaves the totals of its first run, and of a run of `againFile` by itself those of `again`. */
async function standIn(path: string, [totals, code]: Run, againFile = '', again: Run = [totals, code]) {
  const runs = JSON.stringify([[totals, code], again])
  await project.write(path, `import { writeFileSync } from 'node:fs'
const args = process.argv.slice(2)
console.log('runs', args.join(' '))
const [totals, code] = ${runs}[args.includes(${JSON.stringify(againFile)}) ? 1 : 0]
if (totals) writeFileSync(process.env.NORTHLIGHT_TOTALS_FILE, JSON.stringify(totals))
process.exitCode = code
`)
}

async function runTests(unit: Run, e2e: Run, args: string[] = [], again?: Run) {
  await standIn('node_modules/vitest/vitest.mjs', unit, crashedFile, again)
  await standIn('node_modules/@playwright/test/cli.js', e2e)
  const { code, output } = await project.run('scripts/test.mjs', args, { NORTHLIGHT_TEST_POSTGRES_URL: 'postgresql://nowhere' })
  return { code, output, lastLine: output.trimEnd().split('\n').at(-1) }
}

const crashedFile = 'tests/unit/store.spec.ts'
const crash: Run = [{ passed: 2, failed: [], skipped: [], crashed: [{ files: [crashedFile], signal: 'SIGTRAP' }] }, 1]
const passing: [Totals, number] = [{ passed: 3, failed: [], skipped: [] }, 0]

describe('the tests\' own command', () => {
  it('adds both suites up in the last line', async () => {
    expect(await runTests(passing, passing)).toMatchObject({ code: 0, lastLine: '6 passed, 0 failed' })
  })

  it('fails when a test failed, names it at the end, and still runs the other suite', async () => {
    const { code, output, lastLine } = await runTests([{ passed: 1, failed: ['one test', 'another test'], skipped: [] }, 1], passing)
    expect({ code, lastLine }).toEqual({ code: 1, lastLine: '4 passed, 2 failed' })
    expect(output).toContain('Failed:\n  one test\n  another test\n')
  })

  it('says what was skipped and why', async () => {
    const skipped = [{ name: 'a test', reason: 'no server' }, { name: 'another' }]
    const { code, output, lastLine } = await runTests([{ passed: 1, failed: [], skipped }, 0], passing)
    expect({ code, lastLine }).toEqual({ code: 0, lastLine: '4 passed, 0 failed, 2 skipped' })
    expect(output).toContain('a test: no server\n')
    expect(output).toContain('another: no reason given\n')
  })

  it('counts a runner that failed without a failed test', async () => {
    expect(await runTests([{ passed: 1, failed: [], skipped: [] }, 1], passing)).toMatchObject({ code: 1, lastLine: '4 passed, 1 failed' })
  })

  it('counts a runner that broke off', async () => {
    expect(await runTests([undefined, 0], passing)).toMatchObject({ code: 1, lastLine: '3 passed, 1 failed' })
  })

  it('runs what the engine crashed under once more, and says so', async () => {
    const { code, output, lastLine } = await runTests(crash, passing, [], [{ passed: 5, failed: [], skipped: [] }, 0])
    expect({ code, lastLine }).toEqual({ code: 0, lastLine: '10 passed, 0 failed' })
    expect(output).toContain(`The engine ended the process of ${crashedFile} with SIGTRAP: run once more.\n`)
  })

  it('takes the second run as it is: a failed test, and a second crash', async () => {
    expect(await runTests(crash, passing, [], [{ passed: 4, failed: ['one test'], skipped: [] }, 1])).toMatchObject({ code: 1, lastLine: '9 passed, 1 failed' })
    const { code, output } = await runTests(crash, passing, [], crash)
    expect(code).toBe(1)
    expect(output).toContain(`Failed:\n  ${crashedFile}: its process was ended twice, with SIGTRAP\n`)
  })

  it('is no success when nothing ran', async () => {
    const nothing: Run = [{ passed: 0, failed: [], skipped: [] }, 0]
    expect(await runTests(nothing, nothing)).toMatchObject({ code: 1, lastLine: '0 passed, 0 failed' })
  })

  it('runs one suite, or a part of it', async () => {
    const { output, lastLine } = await runTests(passing, passing, ['e2e', 'placement'])
    expect(lastLine).toBe('3 passed, 0 failed')
    expect(output).toContain('runs test placement')
  })

  it('names the suites to somebody who asks for another', async () => {
    expect(await runTests(passing, passing, ['else'])).toMatchObject({ code: 1, lastLine: 'There is no suite else. Run `npm test`, or `npm test -- unit | e2e [part of a path]`.' })
  })
})
