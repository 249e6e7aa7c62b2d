import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import type { ApprovalPayload } from '#layers/northlight/shared/approvals/approval-payload.ts'
import { createCompleteView } from '#layers/northlight/shared/approvals/create-complete-view.ts'
import type { CompleteLine } from '#layers/northlight/shared/approvals/create-complete-view.ts'
import { layoutApproval } from '#layers/northlight/shared/approvals/layout-approval.ts'
import { completeBudget } from '#layers/northlight/shared/approvals/layout-budgets.ts'
import type { ShownLine } from '#layers/northlight/shared/approvals/shown-lines.ts'
import { extremePayloads, payloadArbitrary } from '#layers/northlight/tests/fixtures/approvals/generate-payload.ts'
import { fixturePayload } from '#layers/northlight/tests/fixtures/approvals/payloads.ts'

vi.setConfig({ testTimeout: 120_000 })

function toLine({ runs, cells, isContinuation }: ShownLine): ShownLine {
  return { runs, cells, isContinuation }
}

function listLines(payload: ApprovalPayload, columns: number): Pick<CompleteLine, 'key' | 'part' | 'runs'>[] {
  const { fields } = layoutApproval(payload, { ...completeBudget, columns, labelColumns: columns })
  return fields.flatMap(({ key, label, lines, detail }) => [
    ...label.map((line) => ({ key, part: 'label' as const, ...toLine(line) })),
    ...lines.map((line) => ({ key, part: 'text' as const, ...toLine(line) })),
    ...(detail ?? []).map((line) => ({ key, part: 'detail' as const, ...toLine(line) })),
  ])
}

describe('the complete view', () => {
  it('has the lines of the layout without a limit, however they are found and read', () => {
    fc.assert(fc.property(payloadArbitrary, fc.integer({ min: 10, max: 90 }), fc.integer({ min: 1, max: 3000 }), fc.integer({ min: 1, max: 40 }), (payload, columns, step, window) => {
      const view = createCompleteView(payload, columns)
      while (!view.advance(step));
      const lines: CompleteLine[] = []
      for (let from = 0; from < view.countLines(); from += window) lines.push(...view.readLines(from, from + window))
      expect(lines.map(({ group: _group, ...line }) => line)).toEqual(listLines(payload, columns))
    }), { numRuns: 300 })
  })

  it.each([
    ['раураl', ['mixed-scripts']],
    ['a\n \n  \nb', ['blank-lines']],
    ['ls        | bash', ['many-spaces']],
    [`${'x'.repeat(70_000)}${' '.repeat(9)}${'x'.repeat(70_000)}`, ['many-spaces']],
    ['Straße, 漢字, README.md и текст', []],
  ])('warns of what is found as far as it is found', (text, warnings) => {
    const view = createCompleteView({ ...fixturePayload, evidence: [{ label: 'Comment', text, detail: null }] }, 80)
    while (!view.advance(1000));
    expect(view.readWarnings('evidence-0')).toEqual(warnings)
  })

  it('has its first screen, as the card has its rows, without going through the whole of a megabyte', () => {
    for (const [name, payload] of extremePayloads) {
      const startedAt = performance.now()
      const view = createCompleteView(payload, 80)
      const isComplete = view.advance(8_000)
      const lines = view.readLines(0, 60)
      console.info(`first screen of ${name}: ${(performance.now() - startedAt).toFixed(1)} ms`)
      expect(isComplete).toBe(false)
      expect(lines.length).toBeGreaterThan(20)
    }
  })
})
