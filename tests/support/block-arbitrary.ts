import fc from 'fast-check'

type Fields = Readonly<Record<string, unknown>>
type Arbitraries = Readonly<Record<string, fc.Arbitrary<unknown>>>

/** What has broken or deceived somebody's reader. */
const hostileTexts = [
  '<script>alert(1)</script>', '<img src=x onerror=alert(1)>', '[a](javascript:alert(1))', '**bold**', '&lt;b&gt;', '{{ 7 * 7 }}', '${process.exit()}', '| --- |', '=1+1', '\0', 'a\0b', '\uD83D', '\uDE00', '\uDE00\uD83D', '😀',
  '\u202Egnp.exe', '\u2066', '\uFEFF', '\u00A0', '\u2028', ' \n\t ', '__proto__', 'constructor', 'toString', 'hasOwnProperty', 'ready', 'loading', 'PASSED', ' passed', 'javascript:alert(1)', 'JaVaScRiPt:alert(1)', 'data:text/html,x', '//evil.example.com', '/a', 'https://',
  'http:evil.example.com', 'https:\\\\evil.example.com', ' https://example.com/a ', 'https://example.com/a b', 'https://example.com/\0', 'https://example.com/\uD83D', 'HTTPS://EXAMPLE.COM', 'https://[::1', `https://example.com/${'x'.repeat(1_980)}`, `https://example.com/${'x'.repeat(1_981)}`,
  '1', 'yesterday', '2026-02-30T00:00:00Z', '2026-10-08T14:02:00', '2026-10-08', '2024-02-29T23:59Z', '2100-02-29T00:00:00Z', '2026-10-08T24:00:00Z', '9999-12-31T23:59:59-23:59', '0000-01-01T00:00:00+00:01', '2026-10-08T14:02:00.123456789+05:30', '+010000-01-01T00:00:00.000Z',
  'x'.repeat(501), `${'x'.repeat(499)}😀`, `${'x'.repeat(498)} 😀`, 'Words of it '.repeat(60), 'n'.repeat(201), `${' '.repeat(600)}end`, 'm'.repeat(4_001),
]

const text = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom('Coupon total is wrong', 'tests/checkout/coupon.spec.ts', 'run-a', 'CHK-2304', 'a', 'بحث عن أحذية', '漢字かな', 'Café, naïve – “quoted”', '3f2a1c0') },
  { weight: 2, arbitrary: fc.constantFrom('<b>fine</b>', '__proto__', '😀', 'a|b', ' padded ', 'x'.repeat(700), `${'x'.repeat(499)}😀`) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }).map((word) => `w${word}`) },
)
const link = fc.constantFrom('https://example.com', 'http://localhost:3000/a?b=c#d', 'HTTPS://Example.com/%20', 'https://user@example.com:8443/x', `https://example.com/${'x'.repeat(1_500)}`)
const moment = fc.oneof(fc.constantFrom('2026-10-08T14:02:00Z', '2026-10-25T02:30:00+02:00', '2024-02-29T23:59:59.999Z', '0001-01-01T00:00:00Z'), fc.integer({ min: 0, max: 4e12 }).map((time) => new Date(time).toISOString()))
const count = fc.oneof(fc.nat(200), fc.constantFrom(0, Number.MAX_SAFE_INTEGER))
const size = fc.oneof(fc.nat(1e7), fc.double({ min: 0, max: 1e9, noNaN: true }))
const number = fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }))
const positive = fc.integer({ min: 1, max: 1e6 })
const flag = fc.boolean()
const of = (...names: string[]) => fc.constantFrom(...names)
const few = (arbitrary: fc.Arbitrary<unknown>, maxLength = 3) => fc.array(arbitrary, { maxLength })
const record = (needs: Arbitraries, may: Arbitraries = {}) => fc.record({ ...needs, ...may }, { requiredKeys: Object.keys(needs), noNullPrototype: true })
const severity = of('critical', 'high', 'medium', 'low')
const level = of('high', 'medium', 'low')
const runs = few(record({ runId: text, title: text }))
const reasons = few(record({ text }, { kind: of('ticket', 'bug', 'pull', 'run', 'inbox'), url: link, runId: text, approvalId: text }))
const cell = fc.oneof(text, number, flag, fc.constant(null), fc.constantFrom({ by: ['a', { b: 1 }] }, [], {}))

/** Of each kind: the fields that it needs, those that it may have, where its rows are, and what these need and may have. */
const kinds: Readonly<Record<string, { needs?: Arbitraries, may?: Arbitraries, list?: string, row?: fc.Arbitrary<unknown> }>> = {
  runs: { list: 'runs', row: record({ id: text }, { title: text, kind: of('upload', 'post_merge', 'pr_check', 'push', 'schedule', 'manual', 'rerun'), status: of('running', 'done', 'interrupted', 'setup_failed'), outcome: of('passed', 'product_failure', 'test_failure', 'environment_failure', 'flaky', 'unproven'), passed: count, failed: count, durationMs: size, startedAt: moment, dot: text, isDemo: flag }) },
  pulls: { may: { repository: text }, list: 'pulls', row: record({ number: positive }, { title: text, state: of('open', 'draft', 'merged', 'closed'), checks: of('passed', 'failed', 'running', 'none'), author: text, branch: text, url: link, report: text, runId: text, updatedAt: moment, comments: count }) },
  approvals: { list: 'approvals', row: record({ id: text, state: of('pending', 'approved', 'executed', 'rejected', 'expired', 'superseded'), action: record({ kind: text }, { title: text, target: text }) }, { createdAt: moment }) },
  defects: { list: 'defects', row: record({ key: text }, { title: text, severity, status: text, runId: text, runTitle: text, url: link, foundAt: moment }) },
  probes: { list: 'probes', row: record({ id: text, name: text }, { url: link, status: of('up', 'degraded', 'down'), httpStatus: fc.integer({ min: 100, max: 599 }), latencyMs: size, checkedAt: moment, error: text }) },
  memory: { list: 'notes', row: record({ id: text, text: fc.oneof(text, fc.constantFrom('A long note. '.repeat(320), 'n'.repeat(4_000))) }, { kind: of('note', 'flaky_spec'), addedBy: text, dot: text, addedAt: moment }) },
  ticket_review: { needs: { key: text }, may: { ticketTitle: text, url: link, risk: level, risks: few(text, 24), testIdeas: few(text), questions: few(text), reviewedAt: moment, approvalId: text } },
  release_call: { needs: { answer: of('ready', 'ready_with_risk', 'not_ready', 'no_tickets') }, may: { milestone: text, why: reasons, also: reasons, counts: few(record({ label: text, value: count })), rule: text } },
  test_cases: { may: { runId: text }, list: 'cases', row: record({ key: text, title: text }, { suite: text, priority: level, result: of('passed', 'failed', 'skipped'), flaky: flag, runId: text, at: moment }) },
  triage: {
    may: { window: of('last_merge', 'today', 'recent'), since: moment, runs: count }, list: 'rows',
    row: record({ id: text, cause: of('review', 'product', 'test', 'environment', 'flaky', 'unproven'), title: text }, { evidence: text, file: text, severity, runId: text, runTitle: text, pullNumber: positive, pullUrl: link, latest: of('passed', 'failed', 'flaky', 'skipped'), failedRuns: count, ranRuns: count, error: text, tests: count, state: of('open', 'rerun_queued', 'marked_flaky', 'defect_waiting', 'defect_filed'), approvalId: text, defectUrl: link, flakyUntil: moment }),
  },
  table: { needs: { columns: fc.array(text, { minLength: 1, maxLength: 8 }) }, may: { isFallback: flag }, list: 'rows', row: record({ cells: fc.array(cell, { minLength: 1, maxLength: 8 }) }) },
  stats: { may: { runs, runsLabel: text }, list: 'tiles', row: record({ label: text, value: fc.oneof(text, number) }, { sub: text, tone: of('ok', 'attention', 'bad') }) },
  chart: { needs: { chartType: of('bar', 'stacked_bar', 'line'), labels: fc.array(text, { minLength: 1, maxLength: 33 }) }, may: { unit: of('%'), finding: text, runs, runsLabel: text }, list: 'series', row: record({ name: text, values: fc.array(fc.option(number), { maxLength: 33 }) }) },
}

const envelope = { title: text, dotId: text, tool: text, state: of('ready', 'loading'), more: fc.nat(500), dropped: fc.nat(5) }

const blocksOfKinds = Object.entries(kinds).map(([kind, { needs = {}, may = {}, list, row }]) => record({
  id: text, kind: fc.constant(kind), ...needs,
  ...list !== undefined && row && { [list]: fc.oneof({ weight: 9, arbitrary: fc.array(row, { minLength: 1, maxLength: 6 }) }, { weight: 1, arbitrary: fc.tuple(row, fc.integer({ min: 0, max: 60 })).map(([one, times]) => Array.from({ length: times }, () => one)) }) },
}, { ...may, ...envelope }))

/** A block of any kind as a server may send it: every row valid, in any number. */
export const blockArbitrary: fc.Arbitrary<Fields> = fc.oneof(...blocksOfKinds)

const nest = (depth: number, asRecord: boolean) => {
  let nested: unknown = 'deep'
  for (let level = 0; level < depth; level++) nested = asRecord ? { id: nested } : [nested]
  return nested
}

const fieldNames = ['id', 'kind', 'title', 'state', 'more', 'dropped', 'runs', 'rows', 'columns', 'cells', 'labels', 'values', 'text', 'url', 'action', 'cause', 'key', 'value', '__proto__', 'constructor', 'toString', 'valueOf', 'length', '', ' ', '0', '\0', 'a|b', '<b>']

const oddNumbers = [0, -0, -1, 1, 2.5, 99, 100, 599, 600, 1e21, 2 ** 53, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
const oddThings = [[], {}, [[]], [null], [{}], { id: 'a' }, [{ id: 'a' }], ['a', 'b'], [{ name: 'a', more: [{ b: 1 }] }, 'c', null, { ' ': 1 }], nest(300, true), nest(300, false), 10n, Symbol('s'), new Date(0), new Map([['a', 1]]), () => 'called']
/** All the words that some field of some kind takes, and no other does. */
const closedWords = [
  'upload', 'post_merge', 'pr_check', 'push', 'schedule', 'manual', 'rerun', 'running', 'done', 'interrupted', 'setup_failed', 'passed', 'failed', 'skipped', 'product_failure', 'test_failure', 'environment_failure', 'flaky', 'unproven', 'open', 'draft', 'merged', 'closed', 'none', 'pending', 'approved', 'executing', 'executed', 'unknown', 'rejected', 'expired', 'cancelled', 'superseded',
  'critical', 'high', 'medium', 'low', 'up', 'degraded', 'down', 'note', 'flaky_spec', 'ready', 'ready_with_risk', 'not_ready', 'no_tickets', 'ticket', 'bug', 'pull', 'run', 'inbox', 'review', 'product', 'test', 'environment', 'last_merge', 'today', 'recent', 'rerun_queued', 'marked_flaky', 'defect_waiting', 'defect_filed', 'ok', 'attention', 'bad', 'bar', 'stacked_bar', 'line', '%', 'loading',
]

/** Whatever somebody may put into a field. */
export const awkwardValues: readonly unknown[] = [...hostileTexts, ...oddNumbers, ...oddThings, ...closedWords, undefined, null, true, false]

const junk: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...hostileTexts) },
  { weight: 3, arbitrary: fc.constantFrom(undefined, null, true, false, ...oddNumbers) },
  { weight: 2, arbitrary: fc.constantFrom<unknown>(...oddThings) },
  { weight: 2, arbitrary: fc.constantFrom(...closedWords) },
  { weight: 1, arbitrary: fc.dictionary(fc.constantFrom(...fieldNames), fc.constantFrom<unknown>('a', 1, null, [], { id: 'b' }), { maxKeys: 4, noNullPrototype: true }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
)

type Change = { does: 'drop' } | { does: 'put', value: unknown } | { does: 'add', name: string, value: unknown } | { does: 'repeat', times: number } | { does: 'wrap', depth: number } | { does: 'rename', kind: string }

/** One thing that happened to a block on its way, at the place of that number. */
export interface Mutation {
  at: number
  change: Change
}

const changeArbitrary: fc.Arbitrary<Change> = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Change>({ does: 'drop' }) },
  { weight: 8, arbitrary: junk.map((value): Change => ({ does: 'put', value })) },
  { weight: 3, arbitrary: fc.tuple(fc.constantFrom(...fieldNames), junk).map(([name, value]): Change => ({ does: 'add', name, value })) },
  { weight: 2, arbitrary: fc.oneof({ weight: 20, arbitrary: fc.integer({ min: 2, max: 30 }) }, { weight: 1, arbitrary: fc.constant(600) }).map((times): Change => ({ does: 'repeat', times })) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 200 }).map((depth): Change => ({ does: 'wrap', depth })) },
  { weight: 1, arbitrary: fc.constantFrom(...Object.keys(kinds), 'view', 'cards', 'constructor', '__proto__', 'toString', 'hasOwnProperty', '').map((kind): Change => ({ does: 'rename', kind })) },
)

export const mutationArbitrary: fc.Arbitrary<Mutation> = fc.record({ at: fc.nat(), change: changeArbitrary })

type Place = readonly (string | number)[]

const mostPlaces = 300

/** The block with the change at one of its places; all else is as it was, and the block itself untouched. */
export function mutate(block: unknown, { at, change }: Mutation): unknown {
  if (change.does === 'rename') return typeof block === 'object' && block !== null && !Array.isArray(block) ? { ...block, kind: change.kind } : block
  const places = listPlaces(block)
  return changeAt(block, places[at % places.length] ?? [], change)
}

/** From the top down, level by level: what lies higher decides more. */
function listPlaces(block: unknown): Place[] {
  const places: Place[] = [[]]
  const values = [block]
  for (let next = 0; next < values.length && places.length < mostPlaces; next++) {
    const value = values[next]
    if (typeof value !== 'object' || value === null) continue
    for (const [name, inner] of Array.isArray(value) ? value.slice(0, 20).entries() : Object.entries(value)) {
      places.push([...places[next] ?? [], name])
      values.push(inner)
    }
  }
  return places
}

function changeAt(value: unknown, [name, ...rest]: Place, change: Change): unknown {
  if (name === undefined) return applyChange(value, change)
  const isLast = rest.length === 0
  if (Array.isArray(value)) return isLast && change.does === 'drop' ? value.toSpliced(Number(name), 1) : value.with(Number(name), changeAt(value[Number(name)], rest, change))
  const entries = Object.entries(value ?? {})
  return Object.fromEntries(entries.flatMap(([own, inner]) => own !== name ? [[own, inner]] : isLast && change.does === 'drop' ? [] : [[own, changeAt(inner, rest, change)]]))
}

function applyChange(value: unknown, change: Change): unknown {
  switch (change.does) {
    case 'drop': return undefined
    case 'put': return change.value
    case 'add': return typeof value === 'object' && value !== null ? Array.isArray(value) ? [...value, change.value] : Object.fromEntries([...Object.entries(value), [change.name, change.value]]) : change.value
    case 'repeat': return Array.isArray(value) ? Array.from({ length: change.times }, () => value).flat() : typeof value === 'string' ? value.repeat(change.times) : [value, value]
    case 'wrap': return change.depth % 2 === 0 ? [value] : { id: nest(change.depth, true), inner: value }
    default: return value
  }
}
