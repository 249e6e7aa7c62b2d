import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import type { DetailLevel } from '#layers/northlight/shared/settings/detail-level.ts'
import { isEstablishedText } from '#layers/northlight/shared/surfacing/established-text.ts'
import { planSurfacing } from '#layers/northlight/shared/surfacing/plan-surfacing.ts'
import type { MessagePlan, SurfacingRow } from '#layers/northlight/shared/surfacing/surfacing-rows.ts'
import { messageArbitrary } from '#layers/northlight/tests/fixtures/messages/generate-message.ts'
import { assertEqual, levels, toIndex, toOrder, toPrefixes } from './read-plan.ts'

vi.setConfig({ testTimeout: 60_000 })

const numRuns = 1000

interface Append {
  before: SurfacingRow[]
  after: SurfacingRow[]
  level: DetailLevel
  appended: unknown
  plans: [MessagePlan, MessagePlan]
}

/** Every append of one part to a running generated message, at every level; rows at the foot left out. */
function checkAppends(check: (append: Append) => void): void {
  fc.assert(fc.property(messageArbitrary, (message) => {
    const prefixes = toPrefixes(message)
    for (const level of levels) {
      const plans = prefixes.map((prefix) => planSurfacing(prefix, { level, running: true }))
      for (const [index, next] of plans.slice(1).entries()) {
        const known = plans[index] ?? next
        check({ before: toPlaced(known), after: toPlaced(next), level, appended: message.parts[index], plans: [known, next] })
      }
    }
  }), { numRuns })
}

const footKinds: ReadonlySet<SurfacingRow['kind']> = new Set<SurfacingRow['kind']>(['housekeeping-note', 'sources', 'live-line', 'outcome'])

function toPlaced(plan: MessagePlan): SurfacingRow[] {
  return plan.rows.filter((row) => !footKinds.has(row.kind))
}

/** What may change of a row that stands: its colour, and that its run or its text has ended. */
function toStanding(row: SurfacingRow): unknown {
  if (row.kind === 'prose') return { ...row, tone: '', streaming: false }
  if (row.kind !== 'steps') return row
  const body = row.body.map((item) => item.kind === 'reasoning' ? { ...item, streaming: false, defaultOpen: false } : item)
  return { ...row, live: false, defaultOpen: false, header: { ...row.header, startedAt: 0 }, body }
}

function isBlock(part: unknown): boolean {
  return Object(part).type === 'data-block'
}

it('R06 changes nothing up to the last user-facing part', () => {
  checkAppends(({ before, after }) => {
    const closed = before.findLastIndex((row) => row.kind === 'user-facing') + 1
    assertEqual(after.slice(0, closed), before.slice(0, closed), 'closed rows')
  })
})

it('leaves every established text where it stands', () => {
  checkAppends(({ before, after }) => {
    const texts = before.filter((row) => row.kind === 'prose' && isEstablishedText(row.text))
    const kept = after.filter((row) => texts.some(({ key }) => key === row.key))
    assertEqual(kept.map(toStanding), texts.map(toStanding), 'established texts')
  })
})

it('changes the last row only, at level 4', () => {
  checkAppends(({ before, after, level }) => {
    if (level !== 4) return
    assertEqual(after.slice(0, before.length - 1), before.slice(0, -1), 'rows before the last')
    assertEqual(after[before.length - 1]?.key, before.at(-1)?.key, 'the last row')
    if (after.length > before.length + 1) expect.fail('one part made two rows')
  })
})

it('R06 an append grows the last row, or joins short texts and runs into one run', () => {
  checkAppends(({ before, after, level, appended }) => {
    const byKey = new Map(after.map((row) => [row.key, row]))
    const absorbed = new Set(after.flatMap((row) => row.kind === 'steps' ? row.body.map(({ key }) => key) : []))
    for (const [index, row] of before.entries()) {
      const next = byKey.get(row.key)
      if (next && index < before.length - 1 && next.kind !== 'steps') assertEqual(toStanding(next), toStanding(row), 'a standing row')
      if (next || isBlock(appended)) continue
      const keys = row.kind === 'steps' ? row.body.map(({ key }) => key) : [row.key]
      const hidden = level === 0 && row.kind === 'prose' && !isEstablishedText(row.text)
      if (!hidden && !keys.every((key) => absorbed.has(key))) expect.fail(`row ${row.key} is gone`)
    }
  })
})

it('loses no part that showed, a call that a block came to show apart', () => {
  checkAppends(({ appended, level, plans: [known, next] }) => {
    if (level === 0 || isBlock(appended)) return
    const order = new Set(toOrder(next))
    for (const index of toOrder(known)) if (!order.has(index)) expect.fail(`part ${index} is gone`)
  })
})

it('changes a card in the middle only where a text beside it joins', () => {
  checkAppends(({ before, after, appended }) => {
    const prose = new Set(after.filter((row) => row.kind === 'prose').map(({ key }) => key))
    const joined = before.some((row) => row.kind === 'prose' && !prose.has(row.key))
    if (joined || isBlock(appended)) return
    const kept = after.slice(0, Math.max(0, before.length - 1))
    assertEqual(kept.map(toStanding), before.slice(0, -1).map(toStanding), 'rows before the last')
  })
})

it('keeps the key of a run while it grows, and of joined runs the first one\'s', () => {
  checkAppends(({ before, after, appended }) => {
    if (isBlock(appended)) return
    const runs = after.filter((row) => row.kind === 'steps')
    for (const row of before.filter((known) => known.kind === 'steps')) {
      const home = runs.find(({ body }) => body.some(({ key }) => key === row.body[0]?.key))
      const older = home !== undefined && toIndex(home.key) < toIndex(row.key)
      const noteOnly = row.body.every((item) => item.kind === 'working-note')
      if (home?.key !== row.key && !older && !noteOnly) expect.fail(`run ${row.key} became ${home?.key}`)
    }
  })
})
