import { describe, expect, it } from 'vitest'
import { parseChatBlock, toTableBlock } from '#layers/northlight/shared/blocks/parse-chat-block.ts'
import { blockFixtures } from '#layers/northlight/tests/fixtures/blocks/block-fixtures.ts'
import { chartFixtures } from '#layers/northlight/tests/fixtures/blocks/charts.ts'
import { noBlocks, oddBlocks } from '#layers/northlight/tests/fixtures/blocks/odd-blocks.ts'

const parse = (fields: object, localId?: string) => parseChatBlock({ id: 'b', ...fields }, localId)
const ready = { id: 'b', state: 'ready', more: 0, dropped: 0 }

/** What becomes of fields of one row beside its id; the others are dropped. */
const parseRun = (...fields: object[]) => parse({ kind: 'runs', runs: fields.map((one) => ({ id: 'r', ...one })) })
const keptRows = (fields: object, list: string): unknown[] => Object.entries(parse(fields) ?? {}).flatMap(([name, value]) => name === list ? value : [])

describe('the fixtures', () => {
  it.each(Object.entries({ ...blockFixtures, ...chartFixtures }))('%s comes out as it went in', (_name, fixture) => {
    expect(parseChatBlock(fixture)).toEqual({ state: 'ready', more: 0, dropped: 0, ...fixture })
  })

  it.each(Object.entries({ ...blockFixtures, ...chartFixtures }))('%s has a table of its rows, for when it cannot be drawn', (_name, fixture) => {
    const block = parseChatBlock(fixture)
    const table = block && toTableBlock(block)
    expect(table).toMatchObject({ id: fixture.id, kind: 'table', state: 'ready', more: 'more' in fixture ? fixture.more : 0 })
    expect(table).toEqual(parseChatBlock(table))
  })

  it.each(Object.entries(oddBlocks))('%s is some block, and the same the second time', (_name, odd) => {
    const block = parseChatBlock(odd)
    expect(block).toMatchObject({ id: expect.stringMatching(/./), kind: expect.stringMatching(/./) })
    expect(parseChatBlock(block)).toEqual(block)
  })

  it.each(noBlocks.map((value) => [value]))('%j is none', (value) => {
    expect(parseChatBlock(value)).toBeUndefined()
  })
})

describe('what every block says of itself', () => {
  it('takes the local id where it has none of its own', () => {
    expect(parseChatBlock({ kind: 'runs', runs: [] }, 'local-1')).toEqual({ ...ready, id: 'local-1', kind: 'runs', runs: [] })
    expect(parseChatBlock({ id: ' ', kind: 'runs', runs: [] }, 'local-1')).toMatchObject({ id: 'local-1' })
    expect(parseChatBlock({ id: 'own', kind: 'runs', runs: [] }, 'local-1')).toMatchObject({ id: 'own' })
  })

  it('leaves out what does not fit, and is ready unless it says that it loads', () => {
    expect(parse({ kind: 'runs', runs: [], title: 7, dotId: {}, tool: ' ', state: 'done', more: -1, dropped: '3' })).toEqual({ ...ready, kind: 'runs', runs: [] })
    expect(parse({ kind: 'runs', runs: [], title: ' Runs ', dotId: 'd', tool: 'list_runs', state: 'loading', more: 2, dropped: 1 })).toEqual({ ...ready, kind: 'runs', runs: [], title: 'Runs', dotId: 'd', tool: 'list_runs', state: 'loading', more: 2, dropped: 1 })
  })

  it('does not run out of numbers', () => {
    expect(parse({ kind: 'runs', runs: [], more: Number.MAX_SAFE_INTEGER, dropped: 1e12 })).toMatchObject({ more: 1e9, dropped: 1e9 })
    expect(parse({ kind: 'runs', runs: [], more: Number.POSITIVE_INFINITY, dropped: 2.5 })).toMatchObject({ more: 0, dropped: 0 })
  })
})

describe('rows', () => {
  it('drops and counts the invalid ones, and keeps the others in their order', () => {
    expect(parseChatBlock(oddBlocks.someRowsInvalid)).toEqual({ id: 'o-some', kind: 'runs', state: 'ready', more: 0, dropped: 4, runs: [{ id: 'run-a' }, { id: 'run-d' }] })
  })

  it('keeps 50 and counts the rest as more, on top of what was left out before', () => {
    const runs = Array.from({ length: 120 }, (_, index) => ({ id: `run-${index}` }))
    const block = parse({ kind: 'runs', runs: [null, ...runs], more: 5, dropped: 2 })
    expect(block).toMatchObject({ more: 75, dropped: 3, runs: runs.slice(0, 50) })
    expect(parseChatBlock(block)).toEqual(block)
  })

  it('counts no row twice that is beyond the cap and invalid', () => {
    const runs = [...Array.from({ length: 51 }, (_, index) => ({ id: `run-${index}` })), { id: '' }]
    expect(parse({ kind: 'runs', runs })).toMatchObject({ more: 1, dropped: 1 })
  })

  it.each([
    ['tiles', 8, { kind: 'stats' }, { label: 'Failed', value: 7 }],
    ['series', 4, { kind: 'chart', chartType: 'bar', labels: ['Mon'] }, { name: 'Failed', values: [7] }],
    ['rows', 50, { kind: 'table', columns: ['A'] }, { cells: ['a'] }],
    ['notes', 50, { kind: 'memory' }, { id: 'n', text: 'a' }],
  ])('keeps %s up to %i', (list, most, fields, row) => {
    const ofLength = (length: number) => ({ ...fields, [list]: Array.from({ length }, () => row) })
    expect(keptRows(ofLength(most), list)).toHaveLength(most)
    expect(keptRows(ofLength(most + 3), list)).toHaveLength(most)
    expect([parse(ofLength(most)), parse(ofLength(most + 3))]).toMatchObject([{ more: 0, dropped: 0 }, { more: 3, dropped: 0 }])
  })

  it('wants of an approval its id, its state and an action with a kind', () => {
    const whole = { id: 'a', state: 'pending', action: { kind: 'pr_comment' } }
    const approvals = [whole, { ...whole, id: undefined }, { ...whole, state: undefined }, { ...whole, state: 'sent' }, { ...whole, action: undefined }, { ...whole, action: {} }, { ...whole, action: { kind: ' ' } }, { ...whole, action: 'pr_comment' }]
    expect(parse({ kind: 'approvals', approvals })).toEqual({ ...ready, kind: 'approvals', approvals: [whole], dropped: 7 })
  })

  it('carries nothing of an approval but what names it', () => {
    expect(keptRows({ kind: 'approvals', approvals: [{ id: 'a', state: 'pending', payload: 'secret', action: { kind: 'pr_comment', body: 'what would be sent' } }] }, 'approvals')).toEqual([{ id: 'a', state: 'pending', action: { kind: 'pr_comment' } }])
  })
})

describe('fields', () => {
  it('keeps only known words, and guesses none', () => {
    expect(parseRun({ status: 'Done' }, { status: 'done ' }, { status: 'finished' }, { status: 'constructor' }, { status: 'done' })).toMatchObject({ dropped: 0, runs: [{ id: 'r' }, { id: 'r' }, { id: 'r' }, { id: 'r' }, { id: 'r', status: 'done' }] })
    expect(parseRun({ status: 'finished' })).toEqual({ ...ready, kind: 'runs', runs: [{ id: 'r' }] })
  })

  it('trims texts and cuts them at 500 characters, a note at 4,000, and no character in half', () => {
    const [first] = keptRows({ kind: 'runs', runs: [{ id: ' r ', title: ` ${'x'.repeat(600)} `, dot: `${'x'.repeat(499)}😀` }] }, 'runs')
    expect(first).toEqual({ id: 'r', title: 'x'.repeat(500), dot: 'x'.repeat(499) })
    expect(keptRows({ kind: 'memory', notes: [{ id: 'n', text: 'x'.repeat(4_500) }] }, 'notes')).toEqual([{ id: 'n', text: 'x'.repeat(4_000) }])
    expect(keptRows({ kind: 'runs', runs: [{ id: 'r', title: `${'x'.repeat(498)}  y` }] }, 'runs')).toEqual([{ id: 'r', title: 'x'.repeat(498) }])
  })

  it('holds neither NUL nor half of a surrogate pair', () => {
    expect(keptRows({ kind: 'runs', runs: [{ id: 'r', title: 'a\0b\uD83D', dot: '\uDE00\uD83D' }] }, 'runs')).toEqual([{ id: 'r', title: 'a\uFFFDb\uFFFD', dot: '\uFFFD\uFFFD' }])
  })

  it('leaves markup as the text that it is', () => {
    expect(parseChatBlock(oddBlocks.markup)).toMatchObject({ title: oddBlocks.markup.title, rows: [{ id: oddBlocks.markup.title, title: oddBlocks.markup.title, error: oddBlocks.markup.title }] })
  })

  it('keeps links of http and https, whole', () => {
    const links = keptRows({ kind: 'defects', defects: oddBlocks.scriptLinks.defects }, 'defects')
    expect(links).toHaveLength(12)
    expect(links.filter((row) => JSON.stringify(row).includes('url'))).toEqual([{ key: 'CHK-11', url: 'https://example.com/fine' }])
    const atTheEdge = `https://example.com/${'x'.repeat(1_980)}`
    expect(keptRows({ kind: 'defects', defects: [{ key: 'a', url: atTheEdge }, { key: 'b', url: `${atTheEdge}x` }, { key: 'c', url: 'HTTP://A.example' }] }, 'defects')).toEqual([{ key: 'a', url: atTheEdge }, { key: 'b' }, { key: 'c', url: 'HTTP://A.example' }])
    expect(keptRows({ kind: 'defects', defects: ['https://a.example/\0', 'https://a.example/\uD83D', 'https://a.example/b c', 'https://a.example/b\nc', 'https://[::1'].map((url) => ({ key: 'a', url })) }, 'defects')).toEqual(Array.from({ length: 5 }, () => ({ key: 'a' })))
  })

  it('reads a moment only where it is one, in one and the same way everywhere', () => {
    const starts = ['2026-10-08T14:02:00Z', '2026-10-08T16:02:00.5+02:00', '2026-10-08T14:02:00', '2026-10-08', '1', 'Thu Oct 08 2026', '2026-02-30T00:00:00Z', '9999-12-31T23:59:59-23:59', 1_759_932_120_000, ''].map((startedAt) => ({ id: 'r', startedAt }))
    expect(keptRows({ kind: 'runs', runs: starts }, 'runs')).toEqual([{ id: 'r', startedAt: '2026-10-08T14:02:00.000Z' }, { id: 'r', startedAt: '2026-10-08T14:02:00.500Z' }, ...Array.from({ length: 8 }, () => ({ id: 'r' }))])
  })

  it('keeps numbers that are numbers', () => {
    expect(keptRows({ kind: 'runs', runs: [{ id: 'r', passed: -0, failed: 0, durationMs: 1.5 }, { id: 's', passed: 1.5, failed: '2', durationMs: Number.NaN }, { id: 't', passed: -1, durationMs: Number.POSITIVE_INFINITY }] }, 'runs')).toStrictEqual([{ id: 'r', passed: 0, failed: 0, durationMs: 1.5 }, { id: 's' }, { id: 't' }])
    expect(keptRows({ kind: 'stats', tiles: [{ label: 'a', value: '94.2%' }, { label: 'b', value: -2.5 }, { label: 'c', value: Number.NaN }, { label: 'd', value: null }, { label: 'e', value: ' ' }] }, 'tiles')).toEqual([{ label: 'a', value: '94.2%' }, { label: 'b', value: -2.5 }])
  })

  it('reads nothing that an object has of its ancestors', () => {
    expect(parse({ kind: 'hasOwnProperty', runs: [] })).toBeUndefined()
    expect(parse({ kind: '__proto__', runs: [{ id: 'r' }] })).toMatchObject({ kind: 'table', columns: ['id'] })
    expect(parse({ kind: 'nothing', rows: [JSON.parse('{"__proto__": "a", "constructor": "b"}'), { a: 1 }] })).toMatchObject({ columns: ['__proto__', 'constructor', 'a'], rows: [{ cells: ['a', 'b', ''] }, { cells: ['', '', '1'] }] })
  })
})

describe('charts', () => {
  const chart = { kind: 'chart', chartType: 'line', labels: ['Mon'], series: [{ name: 'a', values: [1] }], runs: [] }

  it('holds 31 labels and as many values, and a gap for whatever is no number', () => {
    const values = Array.from({ length: 40 }, (_, index) => index)
    expect(parse({ ...chart, labels: values.map((value) => `d${value}`), series: [{ name: 'a', values }] })).toMatchObject({ labels: { length: 31 }, series: [{ values: values.slice(0, 31) }], more: 0, dropped: 0 })
    expect(parse({ ...chart, series: [{ name: 'a', values: [1, '2', Number.NaN, null, {}, -0] }] })).toStrictEqual({ ...ready, ...chart, series: [{ name: 'a', values: [1, null, null, null, null, 0] }] })
    expect(parse({ ...chart, labels: ['Mon', 7, ' ', 'Thu'] })).toMatchObject({ labels: ['Mon', '–', '–', 'Thu'] })
  })

  it.each([{ chartType: 'pie' }, { labels: [] }, { labels: 'Mon' }, { chartType: undefined }])('is a table of its series with %j', (change) => {
    expect(parse({ ...chart, ...change })).toEqual({ ...ready, kind: 'table', isFallback: true, columns: ['name', 'values'], rows: [{ cells: ['a', '[1]'] }] })
  })

  it('knows no unit but per cent', () => {
    expect(parse({ ...chart, unit: 'ms' })).toEqual({ ...ready, ...chart })
    expect(parse({ ...chart, unit: '%' })).toEqual({ ...ready, ...chart, unit: '%' })
  })
})

describe('what is no known block', () => {
  it('is a table of its records: up to 6 columns from their keys', () => {
    expect(parseChatBlock(oddBlocks.unknownKindWithList)).toEqual({
      id: 'o-list', kind: 'table', title: 'Deployments', state: 'ready', more: 0, dropped: 2, isFallback: true,
      columns: ['service', 'version', 'at', 'healthy', 'pods', 'region'],
      rows: [{ cells: ['Cart', '4.17.2', '2026-10-08T12:00:00Z', 'true', '6', 'eu'] }, { cells: ['Search', '4.17.1', '', '', '', ''] }],
    })
  })

  it('is a table of up to 50 rows, the rest counted', () => {
    expect(parseChatBlock(oddBlocks.tooManyRowsOfNothing)).toMatchObject({ more: 150, dropped: 0, rows: { length: 50 } })
  })

  it('is a table of fields and values where it has no records, and says nothing of what is empty', () => {
    expect(parseChatBlock(oddBlocks.unknownKindWithFields)).toEqual({
      id: 'o-fields', kind: 'table', title: 'Weather at the warehouse', state: 'ready', more: 0, dropped: 0, isFallback: true, columns: ['Field', 'Value'],
      rows: [{ cells: ['place', 'Rotterdam'] }, { cells: ['degrees', '7.5'] }, { cells: ['alerts', '["storm","ice"]'] }, { cells: ['isOpen', 'false'] }],
    })
    expect(parse({ kind: 'nothing', list: [], record: {}, blank: ' ', missing: null })).toBeUndefined()
  })

  it('shows what is deep in few words', () => {
    expect(parse({ kind: 'nothing', a: { b: [{ c: { d: 1 } }] } })).toMatchObject({ rows: [{ cells: ['a', '{"b":[{"c":…}]}'] }] })
    const numbers = (length: number) => Array.from({ length }, (_, index) => index)
    expect(parse({ kind: 'nothing', a: numbers(12), b: numbers(13) })).toMatchObject({ rows: [{ cells: ['a', '[0,1,2,3,4,5,6,7,8,9,10,11]'] }, { cells: ['b', '[0,1,2,3,4,5,6,7,8,9,10,11,…]'] }] })
  })

  it('shows the raw rows of a known kind of which none is valid, from the list that it keeps them in', () => {
    expect(parseChatBlock(oddBlocks.allRowsInvalid)).toMatchObject({ kind: 'table', isFallback: true, dropped: 0, columns: ['name', 'passed', 'id', 'title'], rows: [{ cells: ['without an id', '3', '', ''] }, { cells: ['', '3', '7', ''] }, { cells: ['', '', '', 'a blank id'] }] })
    expect(parse({ kind: 'stats', runs: [{ runId: 'r', title: 'A run' }], tiles: [{ name: 'no label' }] })).toMatchObject({ columns: ['name'], rows: [{ cells: ['no label'] }] })
  })

  it('shows a broken block without rows by its fields', () => {
    expect(parse({ kind: 'release_call', answer: 'maybe', why: [{ text: 'a bug' }], milestone: '4.18' })).toMatchObject({ columns: ['Field', 'Value'], rows: [{ cells: ['answer', 'maybe'] }, { cells: ['why', '[{"text":"a bug"}]'] }, { cells: ['milestone', '4.18'] }] })
  })
})

describe('a block that loads', () => {
  it.each(Object.keys(blockFixtures))('%s may be no more than a place', (kind) => {
    const place = parse({ kind, state: 'loading' })
    expect(place).toMatchObject({ id: 'b', kind, state: 'loading', more: 0, dropped: 0 })
    expect(parseChatBlock(place)).toEqual(place)
  })

  it('shows the rows that it has', () => {
    expect(parseChatBlock(oddBlocks.loadingWithRows)).toMatchObject({ kind: 'runs', state: 'loading', runs: { length: 2 } })
    expect(parse({ kind: 'table', state: 'loading', rows: [{ cells: ['a'] }] })).toMatchObject({ kind: 'table', isFallback: true, state: 'loading' })
  })

  it('is empty where it is ready and has a list of none', () => {
    expect(parse({ kind: 'runs', runs: [] })).toEqual({ ...ready, kind: 'runs', runs: [] })
    expect(parse({ kind: 'runs' })).toBeUndefined()
    expect(parse({ kind: 'runs', runs: 'none' })).toMatchObject({ kind: 'table', rows: [{ cells: ['runs', 'none'] }] })
  })
})

describe('the table of a block that cannot be drawn', () => {
  const tableOf = (value: unknown) => {
    const block = parseChatBlock(value)
    return block && toTableBlock(block)
  }

  it('has the numbers of a chart by their labels, nothing for a gap', () => {
    expect(tableOf(blockFixtures.chart)).toMatchObject({ columns: ['Label', 'Checkout', 'Payments'], rows: [{ cells: ['Fri', '96.5', '100'] }, { cells: ['Sat', '', ''] }, { cells: ['Sun', '', '99.1'] }, { cells: ['Mon', '92', '98.4'] }, { cells: ['Tue', '88.7', '100'] }, { cells: ['Wed', '95.1', '97.25'] }, { cells: ['Thu', '94.2', '99'] }] })
  })

  it('has the tiles and not the runs beside them', () => {
    expect(tableOf(blockFixtures.stats)).toMatchObject({ columns: ['label', 'value', 'sub', 'tone'], rows: { length: 8 } })
  })

  it('is the table itself where it is one', () => {
    expect(tableOf(blockFixtures.table)).toEqual(parseChatBlock(blockFixtures.table))
  })

  it('is none where there is nothing to show yet', () => {
    expect(Object.keys(blockFixtures).filter((kind) => kind !== 'table' && tableOf({ id: 'b', kind, state: 'loading' }) !== undefined)).toEqual([])
  })
})

it('takes what throws when it is looked at for nothing', () => {
  const fail = () => expect.fail('looked at')
  expect(parseChatBlock(Object.defineProperty({ id: 'b' }, 'kind', { get: fail }))).toBeUndefined()
  expect(parseChatBlock(new Proxy({ id: 'b' }, { ownKeys: fail }))).toBeUndefined()
})
