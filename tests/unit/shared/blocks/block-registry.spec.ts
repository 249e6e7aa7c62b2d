import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { blockKinds, isBlockKind } from '#layers/northlight/shared/blocks/block-registry.ts'
import { parseChatBlock, toTableBlock } from '#layers/northlight/shared/blocks/parse-chat-block.ts'
import { toBlockMarkdown } from '#layers/northlight/shared/blocks/to-block-markdown.ts'
import { blockFixtures } from '#layers/northlight/tests/fixtures/blocks/block-fixtures.ts'

const inProject = (path: string) => new URL(`../../../../${path}`, import.meta.url)
const readText = (path: string) => readFileSync(inProject(path), 'utf8')
const toDashes = (kind: string) => kind.replaceAll('_', '-')
const toPascal = (kind: string) => kind.split('_').map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
const fixtures: Readonly<Record<string, Readonly<Record<string, unknown>>>> = blockFixtures

describe.each(Object.entries(blockKinds))('the kind %s', (kind, definition) => {
  it('is defined under its name, in a file of that name, with words for its rows', () => {
    expect(definition.kind).toBe(kind)
    expect(readText(`shared/blocks/kinds/${toDashes(kind)}.ts`)).toContain(`kind: '${kind}'`)
    expect([definition.title, ...definition.noun].filter((words) => words.trim() === '')).toEqual([])
  })

  it('has a fixture in a file of its name that comes out as it went in', () => {
    const fixture = fixtures[kind] ?? {}
    expect(existsSync(inProject(`tests/fixtures/blocks/${toDashes(kind)}.ts`))).toBe(true)
    expect(parseChatBlock(fixture)).toEqual({ state: 'ready', more: 0, dropped: 0, ...fixture })
    expect(fixture).toMatchObject({ kind, title: expect.stringMatching(/./), tool: expect.stringMatching(/./) })
  })

  it('has in its fixture every field that there is, and a row without each that may be missing', () => {
    const fixture = fixtures[kind] ?? {}
    expect(Object.keys(definition.fields.shape).filter((name) => !(name in fixture))).toEqual([])
    const { list, schema } = definition.rows ?? {}
    if (list === undefined || schema === undefined) return
    const rows = [fixture[list]].flat().filter((row): row is object => typeof row === 'object' && row !== null)
    const fields = Object.keys(schema.shape)
    const isNeeded = (name: string) => !schema.safeParse({ ...rows[0], [name]: undefined }).success
    expect(fields.filter((name) => !rows.some((row) => name in row))).toEqual([])
    expect(fields.filter((name) => !isNeeded(name) && rows.every((row) => name in row))).toEqual([])
  })

  it('has a long text and a word that does not break in its fixture', () => {
    const texts = JSON.stringify(fixtures[kind]).match(/"[^"]*"/g) ?? []
    expect(Math.max(...texts.map((text) => text.length))).toBeGreaterThan(80)
    if (kind !== 'chart') expect(Math.max(...texts.flatMap((text) => text.split(/\s/)).map((word) => word.length))).toBeGreaterThan(60)
  })

  it('has a table of its rows for when it cannot be drawn, and Markdown', () => {
    const block = parseChatBlock(fixtures[kind]) ?? expect.fail('no block')
    const table = toTableBlock(block) ?? expect.fail('no table')
    const own = 'rows' in definition && definition.rows ? fixtures[kind]?.[definition.rows.list] : undefined
    const rows = 'rows' in table ? table.rows : []
    expect(rows.length).toBe(kind === 'chart' ? blockFixtures.chart.labels.length : Array.isArray(own) ? own.length : rows.length)
    expect(rows.length).toBeGreaterThan(0)
    expect(toBlockMarkdown(block).length).toBeGreaterThan(1)
  })

  it('has a component of its name, which is drawn', () => {
    const name = `${toPascal(kind)}Block`
    expect(existsSync(inProject(`components/blocks/${name}.vue`))).toBe(true)
    expect(readText('components/blocks/block-components.ts')).toMatch(new RegExp(`\\b${kind}: ${name}\\b`))
  })

  it('is told of in the docs', () => {
    expect(readText('docs/blocks.md')).toContain(`\`${kind}\``)
  })

  it('stands in the gallery, of which each block is tried for accessibility', () => {
    expect(readText('pages/block-gallery.vue')).toContain('blockFixtures')
    expect(readText('tests/e2e/blocks.spec.ts')).toContain('blockFixtures')
  })
})

it('has no fixture, file or component of a kind that there is not', () => {
  expect(Object.keys(blockFixtures).filter((kind) => !isBlockKind(kind))).toEqual([])
  expect(['constructor', 'toString', '__proto__', '', 'view', 'cards'].filter(isBlockKind)).toEqual([])
})
