import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { cases } from '#layers/northlight/tests/fixtures/cases.ts'

const tests = join(import.meta.dirname, '..')
const specs = readdirSync(tests, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.spec.ts') && !name.includes('node_modules'))
/** A title's place, and the ids that it starts with: in quotes right after a call of it, test or each. */
const titles = /(?:\b(?:it|test)(?:\.\w+)?|\))\(\s*['"`](?<ids>(?:[A-Z]\d{2} )+)/g

function readIds(spec: string): string[] {
  return [...readFileSync(join(tests, spec), 'utf8').matchAll(titles)].flatMap((match) => match.groups?.ids?.trim().split(' ') ?? [])
}

const found = new Map(specs.map((spec) => [spec, readIds(spec)]))

describe('the register of cases', () => {
  it.each([...cases])('has a test of %s: %s', (id) => {
    expect([...found].flatMap(([spec, ids]) => ids.includes(id) ? [spec] : [])).not.toEqual([])
  })

  it('knows every id that a test is named after', () => {
    expect([...found].flatMap(([spec, ids]) => ids.filter((id) => !cases.has(id)).map((id) => `${spec}: ${id}`))).toEqual([])
  })
})
