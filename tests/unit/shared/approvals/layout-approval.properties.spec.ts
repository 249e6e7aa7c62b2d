import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { eastAsianWidth } from 'get-east-asian-width'
import type { ApprovalPayload } from '#layers/northlight/shared/approvals/approval-payload.ts'
import { layoutApproval } from '#layers/northlight/shared/approvals/layout-approval.ts'
import type { LaidOutApproval } from '#layers/northlight/shared/approvals/layout-approval.ts'
import { cardBudget, completeBudget } from '#layers/northlight/shared/approvals/layout-budgets.ts'
import type { LayoutBudget } from '#layers/northlight/shared/approvals/layout-budgets.ts'
import type { ShownLine } from '#layers/northlight/shared/approvals/shown-lines.ts'
import { budgetArbitrary, extremePayloads, payloadArbitrary, textArbitrary } from '#layers/northlight/tests/fixtures/approvals/generate-payload.ts'
import { fixturePayload } from '#layers/northlight/tests/fixtures/approvals/payloads.ts'
import { countRows, isMarked, toSeen, toSeenEnds, toSeenText } from './read-layout.ts'
import { unescapeText } from './unescape-text.ts'

vi.setConfig({ testTimeout: 120_000 })

const numRuns = 1000

function check(property: (payload: ApprovalPayload, budget: LayoutBudget) => void): void {
  fc.assert(fc.property(payloadArbitrary, budgetArbitrary, property), { numRuns })
}

/** Facts that are there, by their keys; the surface is the tool's own where they are the same, and no ask is forwarded by default. */
function listFacts({ request: { requester, ...request } }: ApprovalPayload): string[] {
  const facts = Object.entries({ ...requester, ...request }).filter(([, value]) => value !== null && value !== false)
  return facts.map(([key]) => key).filter((key) => key !== 'surface' || request.surface !== request.toolName)
}

function ofGroup({ fields }: LaidOutApproval, group: 'request' | 'evidence') {
  return fields.filter((field) => field.group === group)
}

function sumRows(layout: LaidOutApproval, group: 'request' | 'evidence'): number {
  return ofGroup(layout, group).reduce((sum, field) => sum + countRows(field), 0)
}

function listLines({ fields }: LaidOutApproval): ShownLine[] {
  return fields.flatMap(({ lines, detail }) => [...lines, ...detail ?? []])
}

/** Counted anew, from what is shown. */
function countCells({ runs }: ShownLine): number {
  const text = runs.map(toSeen).join('').replaceAll(/\p{RGI_Emoji}/gv, 'ww').replaceAll(/\p{RI}/gv, 'ww').replaceAll(/[\p{Mn}\p{Me}]/gv, '')
  return [...text].reduce((sum, character) => sum + eastAsianWidth(character.codePointAt(0) ?? 0), 0)
}

function checkRows(payload: ApprovalPayload, budget: LayoutBudget): void {
  const layout = layoutApproval(payload, budget)
  expect(ofGroup(layout, 'request').map(({ key }) => key).sort()).toEqual(listFacts(payload).sort())
  for (const field of layout.fields) {
    expect(field.lines.length).toBeGreaterThan(0)
    expect(field.lines.length).toBeLessThanOrEqual(budget.fieldRows)
    expect(field.label.length).toBeLessThanOrEqual(budget.labelRows)
  }
  expect(sumRows(layout, 'evidence') + Number(layout.hasLeftOut)).toBeLessThanOrEqual(budget.rows)
  for (const line of listLines(layout)) {
    expect(line.cells).toBeLessThanOrEqual(budget.columns)
    expect(countCells(line)).toBeLessThanOrEqual(line.cells)
  }
}

/** The payload again, from what a reader of the complete view sees. */
function readPayload({ fields }: LaidOutApproval, { kind, annotations, request: { toolName } }: ApprovalPayload): ApprovalPayload {
  const read = (key: string) => {
    const field = fields.find((candidate) => candidate.key === key)
    return field ? unescapeText(toSeenText(field.lines)) : null
  }
  const evidence = fields.filter(({ group }) => group === 'evidence').map(({ label, lines, detail }) => ({ label: unescapeText(toSeenText(label)), text: unescapeText(toSeenText(lines)), detail: detail && unescapeText(toSeenText(detail)) }))
  const requester = { dot: read('dot') ?? '', forwarded: read('forwarded') !== null, chatId: read('chatId'), runId: read('runId') }
  const request = { requester, surface: read('surface') ?? toolName, toolName: read('toolName') ?? '', invokedToolName: read('invokedToolName'), value: read('value') ?? '', matchedRule: read('matchedRule'), context: read('context'), executedUnit: read('executedUnit') }
  return { kind, request, evidence, annotations }
}

function checkElision(payload: ApprovalPayload, budget: LayoutBudget): void {
  const complete = layoutApproval(payload, { ...completeBudget, columns: budget.columns, labelColumns: budget.labelColumns })
  const bounded = layoutApproval(payload, budget)
  expect(complete.isElided).toBe(false)
  expect(isDeepStrictEqual(readPayload(complete, payload), payload), 'the payload read back').toBe(true)
  expect(bounded.isElided).toBe(!isDeepStrictEqual({ ...bounded, isElided: false }, complete))
}

function checkEvidence(payload: ApprovalPayload, budget: LayoutBudget): void {
  const layout = layoutApproval(payload, budget)
  const roomy = layoutApproval(payload, { ...budget, rows: Infinity })
  const indexes = ofGroup(layout, 'evidence').map(({ key }) => Number(key.split('-')[1]))
  expect(indexes).toEqual(indexes.toSorted((first, second) => first - second))
  for (const field of ofGroup(layout, 'evidence')) expect(field).toEqual(roomy.fields.find(({ key }) => key === field.key))
  // What is left out would not have fitted any more.
  const free = budget.rows - Number(layout.hasLeftOut) - sumRows(layout, 'evidence')
  for (const field of ofGroup(roomy, 'evidence').filter(({ key }) => !layout.fields.some((shown) => shown.key === key))) expect(countRows(field)).toBeGreaterThan(free)
}

function checkOutput(payload: ApprovalPayload, budget: LayoutBudget): void {
  for (const { runs } of listLines(layoutApproval(payload, budget))) {
    for (const { text } of runs) {
      if (!text.isWellFormed() || /[\p{C}\p{Zl}\p{Zp}]/v.test(text)) expect.fail(JSON.stringify(text))
    }
  }
}

/** What is shown as a chip, or may be: what can't be seen, marks that stand on nothing or on each other, what looks like a chip. */
function showsChips(value: string): boolean {
  return /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/v.test(value.replaceAll(/[ \n]/g, '')) || /^\p{M}|\p{M}{2}/mv.test(value) || value.includes('[U+')
}

describe('an ask in rows', () => {
  it('has a row for every fact at every budget, no more rows than it may, and none too wide (P1, P2, P3)', () => {
    check(checkRows)
  })

  it('is elided exactly where it differs from the complete view, which gives back the very payload (P4, P5, P8)', () => {
    check(checkElision)
  })

  it('shows evidence whole and in order, and leaves out only what does not fit (P6)', () => {
    check(checkEvidence)
  })

  it('shows no less of any field with a larger budget, and no fewer rows of evidence (P7)', () => {
    fc.assert(fc.property(payloadArbitrary, budgetArbitrary, fc.nat(20), fc.nat(6), fc.nat(200), (payload, budget, rows, fieldRows, fieldCells) => {
      const smaller = layoutApproval(payload, budget)
      const larger = layoutApproval(payload, { ...budget, rows: budget.rows + rows })
      expect(sumRows(larger, 'evidence') + Number(larger.hasLeftOut)).toBeGreaterThanOrEqual(sumRows(smaller, 'evidence'))
      const unbounded = { ...budget, rows: Infinity }
      const wide = layoutApproval(payload, { ...unbounded, fieldRows: budget.fieldRows + fieldRows, fieldCells: budget.fieldCells + fieldCells })
      for (const [index, field] of layoutApproval(payload, unbounded).fields.entries()) {
        const lines = wide.fields[index]?.lines ?? []
        expect(isMarked(lines) && !isMarked(field.lines)).toBe(false)
        if (isMarked(field.lines) && !isMarked(lines)) continue
        const { head, tail } = toSeenEnds(field.lines)
        const more = toSeenEnds(lines)
        expect(more.head.startsWith(head)).toBe(true)
        expect(more.tail.endsWith(tail)).toBe(true)
      }
    }), { numRuns })
  })

  it('is the same each time, and changes nothing (P9)', () => {
    check((payload, budget) => {
      const before = JSON.stringify(payload)
      const first = layoutApproval(payload, budget)
      expect(layoutApproval(payload, budget)).toEqual(first)
      expect(JSON.stringify(payload)).toBe(before)
    })
  })

  it('is cut by size alone: other signs as wide are cut in the same place (P10)', () => {
    const alike: readonly (readonly string[])[] = [['a', 'Z', ';', ' ', 'é', 'ж'], ['漢', '한', '👋🏽', 'か'], ['\n'], ['\u202E', '\u200B', '\t']]
    const signs = fc.array(fc.tuple(fc.nat(3), fc.nat(5), fc.nat(5)), { maxLength: 400 })
    fc.assert(fc.property(signs, budgetArbitrary, fc.boolean(), (chosen, budget, isValue) => {
      const toPayload = (toSign: (of: readonly string[], first: number, second: number) => string) => {
        const text = chosen.map(([set, first, second]) => toSign(alike[set] ?? [], first, second)).join('')
        return isValue ? { ...fixturePayload, request: { ...fixturePayload.request, value: text } } : { ...fixturePayload, evidence: [{ label: 'Text', text, detail: null }] }
      }
      const toShape = (payload: ApprovalPayload) => layoutApproval(payload, budget).fields.map(({ key, isCut, lines }) => ({ key, isCut, lines: lines.map(({ cells, isContinuation, runs }) => ({ cells, isContinuation, isCut: runs.some(({ kind }) => kind === 'cut') })) }))
      expect(toShape(toPayload((of, first) => of[first % of.length] ?? ''))).toEqual(toShape(toPayload((of, _, second) => of[second % of.length] ?? '')))
    }), { numRuns })
  })

  it('holds nothing that can\'t be seen (P11)', () => {
    check(checkOutput)
  })

  it('cuts no sign in two', () => {
    const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })
    fc.assert(fc.property(textArbitrary, budgetArbitrary, (value, budget) => {
      const field = layoutApproval({ ...fixturePayload, request: { ...fixturePayload.request, value } }, budget).fields.find(({ key }) => key === 'value')
      const { head, tail } = toSeenEnds(field?.lines ?? [])
      const boundaries = new Set([...segmenter.segment(value)].map(({ index }) => index))
      if (!isMarked(field?.lines ?? []) || showsChips(value)) return
      expect(boundaries.has(head.length)).toBe(true)
      expect(tail === '' || boundaries.has(value.length - tail.length)).toBe(true)
    }), { numRuns })
  })
})

describe.each([...extremePayloads])('%s', (_name, payload) => {
  it('keeps every property (P1 to P11), and its card is laid out at once', () => {
    checkRows(payload, cardBudget)
    checkEvidence({ ...payload, evidence: payload.evidence.slice(0, 50) }, cardBudget)
    checkOutput(payload, cardBudget)
    checkElision(payload, cardBudget)
  })
})
