import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { blockKinds, isBlockKind } from '#layers/northlight/shared/blocks/block-registry.ts'
import { parseChatBlock, toTableBlock } from '#layers/northlight/shared/blocks/parse-chat-block.ts'
import { blockFixtures } from '#layers/northlight/tests/fixtures/blocks/block-fixtures.ts'
import { awkwardValues, blockArbitrary, mutate, mutationArbitrary } from '#layers/northlight/tests/support/block-arbitrary.ts'
import { isAsExpected, toExpectedBlock } from '#layers/northlight/tests/support/block-rules.ts'

/** Blocks, each as it is and with as many sets of changes, one apart from the other: 100,000 in all, a million in the soak. */
const numRuns = process.env.NORTHLIGHT_SOAK ? 100_000 : 10_000
const variants = 9

const longest = (path: string) => /(?:url|pullUrl|defectUrl)$/i.test(path) ? 2_000 : path.endsWith('notes.text') ? 4_000 : /(?:^|\.)(?:id|dotId|tool|runId|approvalId)$/.test(path) ? 200 : 500
const mostRows: Readonly<Record<string, number>> = { stats: 8, chart: 4 }
const longestLists: Readonly<Record<string, number>> = { tiles: 8, labels: 31, values: 31, series: 4, columns: 6, cells: 6, why: 20, also: 20, counts: 20, risks: 20, testIdeas: 20, questions: 20 }

/** What no block may be, whatever it was made of: too long, too many, half a character, a link that is none, a thing that JSON can't hold. */
function* findUnfit(value: unknown, path: string): Generator<string> {
  if (typeof value === 'string') {
    if (value.length > longest(path)) yield `${path} is ${value.length} long`
    if (!value.isWellFormed() || value.includes('\0') || value !== value.trim()) yield `${path} is not clean`
    if (/url$/i.test(path) && !/^https?:\/\/[^\s]+$/i.test(value)) yield `${path} is no link`
  }
  else if (Array.isArray(value)) {
    const name = path.split('.').at(-1) ?? ''
    if (value.length > (longestLists[name] ?? 50)) yield `${path} has ${value.length} entries`
    for (const entry of value) yield* findUnfit(entry, path)
  }
  else if (typeof value === 'object' && value !== null) {
    for (const [name, inner] of Object.entries(value)) yield* findUnfit(inner, path === '' ? name : `${path}.${name}`)
  }
  else if (!(value === null || typeof value === 'boolean' || (Number.isFinite(value) && !Object.is(value, -0)))) yield `${path} is ${String(value)}`
}

/** The rows of a block of its kind; undefined for a kind that is its fields. */
function readRows(block: Readonly<Record<string, unknown>>): unknown[] | undefined {
  const rows = isBlockKind(block.kind) ? blockKinds[block.kind].rows : undefined
  return rows && [block[rows.list]].flat()
}

function timeParse(raw: unknown, localId: string | undefined, times: number[]): ReturnType<typeof parseChatBlock> {
  const start = performance.now()
  const block = parseChatBlock(raw, localId)
  times.push(performance.now() - start)
  return block
}

/** What is wrong with how some data came out. */
function findFaults(block: ReturnType<typeof parseChatBlock>, raw: unknown, localId: string | undefined): string[] {
  const expected = toExpectedBlock(raw, localId)
  if (block === undefined) return expected === undefined ? [] : ['it came out as nothing']
  const text = JSON.stringify(block)
  const again = parseChatBlock(block, localId)
  const table = toTableBlock(block)
  return [
    ...isAsExpected(block, expected) ? [] : ['it is not what the rules make of it'],
    ...isDeepStrictEqual(again, block) && JSON.stringify(again) === text ? [] : ['it is another the second time'],
    ...isDeepStrictEqual(JSON.parse(text), block) ? [] : ['JSON does not hold it'],
    ...isBlockKind(block.kind) && (block.state === 'ready' || block.state === 'loading') ? [] : ['it is of no kind'],
    ...isDeepStrictEqual(parseChatBlock(table), table) ? [] : ['its table is another the second time'],
    ...findUnfit(block, ''),
    ...table ? findUnfit(table, '') : [],
  ]
}

it('makes of any block what the rules say, whatever happened to it on its way', () => {
  const times: number[] = []
  const seen = { asTables: 0, asNothing: 0, ofTheirKind: 0 }
  fc.assert(fc.property(blockArbitrary, fc.array(fc.array(mutationArbitrary, { minLength: 1, maxLength: 3 }), { minLength: variants, maxLength: variants }), fc.boolean(), (block, changes, hasLocalId) => {
    for (const raw of [block, ...changes.map((some) => some.reduce(mutate, block as unknown))]) {
      const localId = hasLocalId ? 'local-1' : undefined
      const parsed = timeParse(raw, localId, times)
      const faults = findFaults(parsed, raw, localId)
      if (faults.length > 0) throw new Error(`${faults.join('; ')}: ${JSON.stringify(parsed)}, expected ${JSON.stringify(toExpectedBlock(raw, localId))}`)
      seen[parsed === undefined ? 'asNothing' : parsed.kind === block.kind ? 'ofTheirKind' : 'asTables']++
    }
  }), { numRuns })
  times.sort((one, other) => one - other)
  const at = (share: number) => (times[Math.floor(times.length * share)] ?? 0).toFixed(3)
  console.log(`${times.length} blocks, ${JSON.stringify(seen)}: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, at most ${at(1 - 1e-9)} ms each`)
  expect(times.length).toBe(numRuns * (variants + 1))
  expect(Math.min(seen.asTables, seen.asNothing)).toBeGreaterThan(numRuns / 10)
  expect(seen.ofTheirKind).toBeGreaterThan(numRuns * variants / 2)
}, process.env.NORTHLIGHT_SOAK ? 1_800_000 : 240_000)

it('keeps the rows that a server sends in their order, up to the cap, and counts the others', () => {
  fc.assert(fc.property(blockArbitrary, (raw) => {
    const block = parseChatBlock(raw)
    expect(block?.kind).toBe(raw.kind)
    const [given, kept] = [readRows(raw), readRows({ ...block })]
    if (!block || !given || !kept) return
    expect(kept.length).toBe(Math.min(given.length, mostRows[block.kind] ?? 50))
    expect([block.more, block.dropped]).toEqual([Number(raw.more ?? 0) + given.length - kept.length, raw.dropped ?? 0])
  }), { numRuns: 2_000 })
})

/** The fixture with the value in one of its fields, or in that field of all its rows. */
function* putEverywhere(block: Readonly<Record<string, unknown>>, value: unknown): Generator<Readonly<Record<string, unknown>>> {
  for (const name of Object.keys(block)) {
    yield { ...block, [name]: value }
    const rows = Array.isArray(block[name]) ? block[name].filter((row): row is object => typeof row === 'object' && row !== null) : []
    for (const field of new Set(rows.flatMap((row) => Object.keys(row)))) {
      yield { ...block, [name]: rows.map((row) => ({ ...row, [field]: value })) }
      yield { ...block, [name]: rows.map((row) => ({ ...row, [field]: [value, value] })) }
    }
  }
}

it.each(Object.entries(blockFixtures))('takes in each field of %s what the rules say, of every awkward value', (_kind, fixture) => {
  const blocks = awkwardValues.flatMap((value) => [...putEverywhere(fixture, value)])
  const faulty = blocks.map((raw) => [raw, findFaults(parseChatBlock(raw), raw, undefined)] as const).filter(([, faults]) => faults.length > 0)
  expect(faulty.slice(0, 3)).toEqual([])
  expect(blocks.length).toBeGreaterThan(1_000)
})
