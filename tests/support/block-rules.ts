/**
 * What a block has to come out as, written down from `chat-ui.md` ("Validation", "Fallback", "Answer format") and by
 * hand: nothing here knows the schemas that it is held against.
 */
type Fields = Readonly<Record<string, unknown>>

/** What a value becomes where it may stand; undefined where it may not. */
type Rule = (value: unknown) => unknown

interface Shape {
  needs: Readonly<Record<string, Rule>>
  may?: Readonly<Record<string, Rule>>
}

interface KindRules {
  fields: Shape
  rows?: { list: string, most: number, shape: Shape }
}

/** Any text will do: what it is to be is somebody else's test. */
const anyText = Symbol('any text')

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)

function toWhole(character: string): string {
  const code = character.charCodeAt(0)
  return character === '\0' || (character.length === 1 && code >= 0xD800 && code <= 0xDFFF) ? '\uFFFD' : character
}

function toCleanText(value: string, most: number): string {
  if (!/[\0\uD800-\uDFFF]/.test(value)) return value.trim().slice(0, most).trimEnd()
  let kept = ''
  for (const character of Array.from(value, toWhole).join('').trim()) {
    if (kept.length + character.length > most) break
    kept += character
  }
  return kept.trimEnd()
}

const words = (most: number): Rule => (value) => typeof value === 'string' ? toCleanText(value, most) || undefined : undefined
const text = words(500)
const id = words(200)
const oneOf = (...names: readonly unknown[]): Rule => (value) => names.includes(value) ? value : undefined
const flag = oneOf(true, false)
const between = (least: number, most: number, isWhole: boolean): Rule => (value) =>
  typeof value === 'number' && value >= least && value <= most && (!isWhole || Number.isInteger(value)) ? value + 0 : undefined
const count = between(0, Number.MAX_SAFE_INTEGER, true)
const positive = between(1, Number.MAX_SAFE_INTEGER, true)
const size = between(0, Number.MAX_VALUE, false)
const number = between(-Number.MAX_VALUE, Number.MAX_VALUE, false)

const link: Rule = (value) => {
  const address = typeof value === 'string' ? value.trim() : ''
  const isOne = address.length <= 2_000 && /^https?:\/\/./i.test(address) && ![...address].some((character) => character.trim() === '' || character < ' ' || (character >= '\u007F' && character <= '\u009F') || toWhole(character) !== character)
  return isOne && URL.canParse(address) ? address : undefined
}

const moment: Rule = (value) => {
  const [, year, month, day, hour, minute, second, zone] = (typeof value === 'string' && value.length <= 40 ? /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.\d+)?(Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/.exec(value) : null) ?? []
  if (zone === undefined || Number(day) < 1 || Number(month) < 1 || Number(month) > 12 || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined
  const lastOfMonth = new Date(Date.UTC(2000 + Number(year) % 400, Number(month), 0)).getUTCDate()
  const written = Number(day) <= lastOfMonth ? new Date(String(value)).toISOString() : ''
  return /^\d{4}-/.test(written) ? written : undefined
}

const inside = (shape: Shape): Rule => (value) => isFields(value) ? toShaped(value, shape) : undefined
const several = (rule: Rule, most: number): Rule => (value) => (Array.isArray(value) ? value : []).map(rule).filter((entry) => entry !== undefined).slice(0, most)
const filled = (rule: Rule): Rule => (value) => [rule(value)].flat().length > 0 ? rule(value) : undefined

function toCell(value: unknown): unknown {
  if (typeof value === 'string') return toCleanText(value, 500)
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint') return String(value)
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0 ? anyText : ''
}

const aligned = (rule: Rule, gap: unknown, most: number, least: number): Rule => (value) =>
  Array.isArray(value) && value.length >= least ? Array.from(value).slice(0, most).map((entry) => rule(entry) ?? gap) : undefined

const runs = several(inside({ needs: { runId: id, title: text } }), 12)
const severity = oneOf('critical', 'high', 'medium', 'low')
const level = oneOf('high', 'medium', 'low')
const reasons = several(inside({ needs: { text }, may: { kind: oneOf('ticket', 'bug', 'pull', 'run', 'inbox'), url: link, runId: id, approvalId: id } }), 20)
const notes = several(text, 20)
const nothing: Shape = { needs: {} }
const rowsOf = (list: string, needs: Shape['needs'], may: Shape['may'], most = 50) => ({ list, most, shape: { needs, may } })

const kinds: Readonly<Record<string, KindRules>> = {
  runs: { fields: nothing, rows: rowsOf('runs', { id }, { title: text, kind: oneOf('upload', 'post_merge', 'pr_check', 'push', 'schedule', 'manual', 'rerun'), status: oneOf('running', 'done', 'interrupted', 'setup_failed'), outcome: oneOf('passed', 'product_failure', 'test_failure', 'environment_failure', 'flaky', 'unproven'), passed: count, failed: count, durationMs: size, startedAt: moment, dot: text, isDemo: flag }) },
  pulls: { fields: { needs: {}, may: { repository: text } }, rows: rowsOf('pulls', { number: positive }, { title: text, state: oneOf('open', 'draft', 'merged', 'closed'), checks: oneOf('passed', 'failed', 'running', 'none'), author: text, branch: text, url: link, report: text, runId: id, updatedAt: moment, comments: count }) },
  approvals: { fields: nothing, rows: rowsOf('approvals', { id, state: oneOf('pending', 'approved', 'executing', 'executed', 'failed', 'unknown', 'rejected', 'expired', 'cancelled', 'superseded'), action: inside({ needs: { kind: text }, may: { title: text, target: text } }) }, { createdAt: moment }) },
  defects: { fields: nothing, rows: rowsOf('defects', { key: text }, { title: text, severity, status: text, runId: id, runTitle: text, url: link, foundAt: moment }) },
  probes: { fields: nothing, rows: rowsOf('probes', { id, name: text }, { url: link, status: oneOf('up', 'degraded', 'down'), httpStatus: between(100, 599, true), latencyMs: size, checkedAt: moment, error: text }) },
  memory: { fields: nothing, rows: rowsOf('notes', { id, text: words(4_000) }, { kind: oneOf('note', 'flaky_spec'), addedBy: text, dot: text, addedAt: moment }) },
  ticket_review: { fields: { needs: { key: text, risks: notes, testIdeas: notes, questions: notes }, may: { ticketTitle: text, url: link, risk: level, reviewedAt: moment, approvalId: id } } },
  release_call: { fields: { needs: { answer: oneOf('ready', 'ready_with_risk', 'not_ready', 'no_tickets'), why: reasons, also: reasons, counts: several(inside({ needs: { label: text, value: count } }), 20) }, may: { milestone: text, rule: text } } },
  test_cases: { fields: { needs: {}, may: { runId: id } }, rows: rowsOf('cases', { key: id, title: text }, { suite: text, priority: level, result: oneOf('passed', 'failed', 'skipped'), flaky: flag, runId: id, at: moment }) },
  triage: {
    fields: { needs: {}, may: { window: oneOf('last_merge', 'today', 'recent'), since: moment, runs: count } },
    rows: rowsOf('rows', { id, cause: oneOf('review', 'product', 'test', 'environment', 'flaky', 'unproven'), title: text }, { evidence: text, file: text, severity, runId: id, runTitle: text, pullNumber: positive, pullUrl: link, latest: oneOf('passed', 'failed', 'flaky', 'skipped'), failedRuns: count, ranRuns: count, error: text, tests: count, state: oneOf('open', 'rerun_queued', 'marked_flaky', 'defect_waiting', 'defect_filed'), approvalId: id, defectUrl: link, flakyUntil: moment }),
  },
  table: { fields: { needs: { columns: filled(several(text, 6)) }, may: { isFallback: flag } }, rows: rowsOf('rows', { cells: aligned(toCell, '', 6, 1) }, {}) },
  stats: { fields: { needs: { runs }, may: { runsLabel: text } }, rows: rowsOf('tiles', { label: text, value: (value) => number(value) ?? text(value) }, { sub: text, tone: oneOf('ok', 'attention', 'bad') }, 8) },
  chart: { fields: { needs: { chartType: oneOf('bar', 'stacked_bar', 'line'), labels: aligned(text, '–', 31, 1), runs }, may: { unit: oneOf('%'), finding: text, runsLabel: text } }, rows: rowsOf('series', { name: text, values: aligned(number, null, 31, 0) }, {}, 4) },
}

function toShaped(value: Fields, { needs, may = {} }: Shape): Fields | undefined {
  const shaped = Object.entries({ ...needs, ...may }).map(([name, rule]) => [name, rule(value[name])] as const).filter(([, field]) => field !== undefined)
  const names = shaped.map(([name]) => name)
  return Object.keys(needs).every((name) => names.includes(name)) ? Object.fromEntries(shaped) : undefined
}

const envelopeFields = { title: text, dotId: id, tool: id }
const ownFields = ['id', 'kind', 'title', 'dotId', 'tool', 'state', 'more', 'dropped']
const tally = (sum: number) => Math.min(sum, 1_000_000_000)

/** What the data has to come out as, to be read with `isAsExpected`; undefined: as nothing. */
export function toExpectedBlock(value: unknown, localId?: string): Fields | undefined {
  const name = isFields(value) ? id(value.id) ?? id(localId) : undefined
  if (!isFields(value) || name === undefined) return undefined
  const state = value.state === 'loading' ? 'loading' : 'ready'
  const envelope = { ...toShaped(value, { needs: {}, may: envelopeFields }), id: name, state, more: tally(Number(count(value.more) ?? 0)), dropped: tally(Number(count(value.dropped) ?? 0)) }
  const rules = typeof value.kind === 'string' && Object.keys(kinds).includes(value.kind) ? kinds[value.kind] : undefined
  return (rules && toKnown(value, rules, envelope)) ?? toTable(value, rules, envelope)
}

function toKnown(value: Fields, { fields, rows }: KindRules, envelope: { state: string, more: number, dropped: number }): Fields | undefined {
  const given = rows ? value[rows.list] : undefined
  const isPlace = envelope.state === 'loading' && (given === undefined || (Array.isArray(given) && given.length === 0))
  const shaped = toShaped(value, fields)
  const block = { ...shaped, ...envelope, kind: value.kind }
  if (isPlace) return { ...block, ...rows && { [rows.list]: [] } }
  if (shaped === undefined || !rows) return shaped && block
  if (!Array.isArray(given)) return undefined
  const valid = Array.from(given, inside(rows.shape)).filter((row) => row !== undefined)
  if (valid.length === 0 && given.length > 0) return undefined
  return { ...block, [rows.list]: valid.slice(0, rows.most), more: tally(envelope.more + Math.max(0, valid.length - rows.most)), dropped: tally(envelope.dropped + given.length - valid.length) }
}

const isNamed = (name: string) => toCleanText(name, 500) !== ''
const isRecordRow = (row: unknown): row is Fields => isFields(row) && Object.keys(row).some(isNamed)

function toTable(value: Fields, rules: KindRules | undefined, envelope: { more: number, dropped: number }): Fields | undefined {
  const own = Object.entries(value).filter(([name]) => !ownFields.includes(name))
  const lists = [...rules?.rows ? [value[rules.rows.list]] : [], ...own.map(([, field]) => field)]
  const list = rules && !rules.rows ? undefined : lists.find((entries): entries is unknown[] => Array.isArray(entries) && entries.some(isRecordRow))
  const table = { ...envelope, kind: 'table', isFallback: true }
  if (list) {
    const rows = list.filter(isRecordRow)
    const names = [...new Set(rows.slice(0, 50).flatMap((row) => Object.keys(row)).filter(isNamed))].slice(0, 6)
    const cells = (row: Fields) => names.map((name) => Object.hasOwn(row, name) ? toCell(row[name]) : '')
    return { ...table, columns: names.map((name) => toCleanText(name, 500)), rows: rows.slice(0, 50).map((row) => ({ cells: cells(row) })), more: tally(envelope.more + Math.max(0, rows.length - 50)), dropped: tally(envelope.dropped + list.length - rows.length) }
  }
  const rows = own.map(([name, field]) => ({ cells: [toCleanText(name, 500), toCell(field)] })).filter(({ cells }) => cells.every((cell) => cell !== ''))
  return rows.length === 0 ? undefined : { ...table, columns: ['Field', 'Value'], rows: rows.slice(0, 50), more: tally(envelope.more + Math.max(0, rows.length - 50)) }
}

/** The same keys, the same entries in the same order, the same values; and a text wherever any will do. */
export function isAsExpected(actual: unknown, expected: unknown): boolean {
  if (expected === anyText) return typeof actual === 'string'
  if (Array.isArray(expected)) return Array.isArray(actual) && actual.length === expected.length && expected.every((entry, index) => isAsExpected(actual[index], entry))
  if (!isFields(expected)) return Object.is(actual, expected)
  return isFields(actual) && Object.keys(actual).length === Object.keys(expected).length && Object.entries(expected).every(([name, field]) => Object.hasOwn(actual, name) && isAsExpected(actual[name], field))
}
