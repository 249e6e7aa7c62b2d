import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTemporaryProject } from './temporary-project.ts'
import type { TemporaryProject } from './temporary-project.ts'

const check = 'scripts/check.mjs'
const passing = ['vue-tsc/bin/vue-tsc.js', 'eslint/bin/eslint.js', 'dependency-cruiser/bin/dependency-cruiser.mjs', 'knip/bin/knip.js']
let project: TemporaryProject

beforeEach(async () => {
  project = await createTemporaryProject()
  for (const tool of passing) await project.write(`node_modules/${tool}`, '')
  await project.write('scripts/database/check-drift.ts', '')
})
afterEach(() => project.remove())

describe('checking', () => {
  it('names every step, and succeeds when all do', async () => {
    const { code, output } = await project.run(check)
    expect(code).toBe(0)
    expect([...output.matchAll(/^ok +(\S+)/gm)].map(([, name]) => name).sort())
      .toEqual(['browser-weight', 'dead-code', 'directions', 'drift', 'lint', 'schema', 'test-only-code', 'types'])
  })

  it('runs all steps when some fail, shows why, and fails', async () => {
    await project.write('node_modules/vue-tsc/bin/vue-tsc.js', 'console.log(\'a type is wrong\')\nprocess.exitCode = 2\n')
    await project.write('scripts/database/check-drift.ts', 'console.error(\'a column is missing\')\nprocess.exitCode = 1\n')
    const { code, output } = await project.run(check)
    expect(code).toBe(1)
    expect(output).toContain('a type is wrong')
    expect(output).toContain('a column is missing')
    expect(output.match(/^ok/gm)).toHaveLength(6)
    expect(output.trimEnd().split('\n').at(-1)).toMatch(/^Failed: (?:types, drift|drift, types)\.$/)
  })

  it('runs the steps that are named, and refuses a name that is none', async () => {
    expect((await project.run(check, ['lint'])).output).toMatch(/^ok +lint .*\n\nAll checks passed\.\n$/)
    expect(await project.run(check, ['lint', 'linting'])).toMatchObject({ code: 1, output: expect.stringMatching(/^There is no check linting\./) })
  })
})
