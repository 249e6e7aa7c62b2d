import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { eastAsianWidth } from 'get-east-asian-width'
import type { ApprovalPayload } from '#layers/northlight/shared/approvals/approval-payload.ts'
import { escapeText } from '#layers/northlight/shared/approvals/escape-text.ts'
import { layoutApproval } from '#layers/northlight/shared/approvals/layout-approval.ts'
import { cardBudget } from '#layers/northlight/shared/approvals/layout-budgets.ts'
import { maskSensitiveKeys } from '#layers/northlight/shared/approvals/mask-sensitive-keys.ts'
import { parseApprovalPayload } from '#layers/northlight/shared/approvals/parse-approval-payload.ts'
import { restampRequester } from '#layers/northlight/shared/approvals/restamp-requester.ts'
import { toApprovalBroadcast } from '#layers/northlight/shared/approvals/to-approval-broadcast.ts'
import { toLogFacts } from '#layers/northlight/shared/approvals/to-log-facts.ts'
import { toPlainText } from '#layers/northlight/shared/approvals/to-plain-text.ts'
import { toRefusalText } from '#layers/northlight/shared/approvals/to-refusal-text.ts'
import type { RefusalVoice } from '#layers/northlight/shared/approvals/to-refusal-text.ts'
import { toSlackText } from '#layers/northlight/shared/approvals/to-slack-text.ts'
import { extremePayloads, payloadArbitrary, textArbitrary } from '#layers/northlight/tests/fixtures/approvals/generate-payload.ts'
import { fixturePayload } from '#layers/northlight/tests/fixtures/approvals/payloads.ts'
import { unescapeText } from './unescape-text.ts'

vi.setConfig({ testTimeout: 120_000 })

const numRuns = 1000
const completeUrl = 'https://northlight.example/inbox/approval-1'

/** Of 1,000 generated asks, and of every extreme one. */
function check(property: (payload: ApprovalPayload) => void): void {
  fc.assert(fc.property(payloadArbitrary, property), { numRuns })
  for (const payload of extremePayloads.values()) property(payload)
}

const ids = { id: 'approval-1', version: 2, state: 'pending', chatId: 'chat-1', leadChatId: null } as const

describe('escaping', () => {
  it('gives a text back, and no two texts come out the same (P4, P12)', () => {
    fc.assert(fc.property(textArbitrary, textArbitrary, fc.boolean(), (first, second, isOneLine) => {
      expect(unescapeText(escapeText(first, isOneLine))).toBe(first)
      expect(escapeText(first, isOneLine) === escapeText(second, isOneLine)).toBe(first === second)
    }), { numRuns })
    for (const { request, evidence } of extremePayloads.values()) {
      // Their whole is given back by the complete view.
      const text = (evidence[0]?.text ?? request.value).slice(0, 2 ** 16)
      expect(unescapeText(escapeText(text)) === text).toBe(true)
    }
  })

  it('takes no more room than it is given, and cuts no chip (P11)', () => {
    fc.assert(fc.property(textArbitrary, fc.integer({ min: 1, max: 300 }), (text, longest) => {
      const escaped = escapeText(text, true, longest)
      expect(escaped.length).toBeLessThanOrEqual(longest)
      expect(escaped).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/v)
      if (escapeText(text, true).length > longest) expect(text.startsWith(unescapeText(escaped.slice(0, -1)))).toBe(true)
      else expect(escaped).toBe(escapeText(text, true))
    }), { numRuns })
  })
})

function countCells(row: string): number {
  const text = row.replaceAll(/\p{RGI_Emoji}/gv, 'ww').replaceAll(/[\p{Mn}\p{Me}]/gv, '')
  return [...text].reduce((sum, character) => sum + eastAsianWidth(character.codePointAt(0) ?? 0), 0)
}

describe('in plain text', () => {
  it('no row is too wide, none holds what can\'t be seen, and none but a field\'s first begins where labels do (P3, P11, P13)', () => {
    check((payload) => {
      const rows = toPlainText(payload, { completeUrl }).split('\n').slice(0, -3)
      const labels = layoutApproval(payload, { ...cardBudget, columns: 58, labelColumns: 18 }).fields
      const flush = rows.filter((row) => row !== '' && !row.startsWith('  ') && row !== '…' && !row.startsWith('Careful: '))
      expect(flush.length).toBeLessThanOrEqual(labels.length)
      for (const row of flush) expect(row).toMatch(/: /)
      for (const row of rows) {
        expect(countCells(row)).toBeLessThanOrEqual(80)
        if (/[\p{C}\p{Zl}\p{Zp}]/v.test(row)) expect.fail(JSON.stringify(row))
      }
      // The evidence, a row a fact, and what is said of the whole.
      expect(rows.length).toBeLessThanOrEqual(cardBudget.rows + 11 * cardBudget.fieldRows + 5)
    })
  })

  it('nothing calls or links anybody in Slack, nor ends the block that it stands in', () => {
    check((payload) => {
      const lines = toSlackText(payload, { completeUrl }).split('\n')
      expect([lines[0], lines.at(-2)]).toEqual(['```', '```'])
      const block = lines.slice(1, -2).join('\n')
      if (/[<>]|```|&(?!amp;|lt;|gt;)/.test(block)) expect.fail(block)
    })
  })
})

describe('the review log, the broadcast and the refusal', () => {
  const columns = new Set(['kind', 'dot', 'forwarded', 'chatId', 'runId', 'surface', 'toolName', 'invokedToolName', 'value', 'matchedRule', 'context', 'executedUnit'])

  it('have only the names that they may have, no evidence and no advice (P15)', () => {
    check((payload) => {
      const facts = toLogFacts(payload)
      expect(Object.keys(facts).filter((name) => !columns.has(name))).toEqual([])
      for (const fact of Object.values(facts)) expect(String(fact).length).toBeLessThanOrEqual(1000)
      expect(toLogFacts({ ...payload, evidence: [], annotations: [] })).toEqual(facts)
      const { request, ...others } = toApprovalBroadcast({ ...ids, payload })
      expect(others).toEqual({ type: 'approval', ...ids })
      expect(request).toEqual(payload.request)
    })
  })

  it('keep no text that stands under a secret\'s name (P16)', () => {
    const secretName = fc.constantFrom('Authorization', 'x-api-key', 'apiKey', 'client_secret', 'TOKEN', 'password', 'dbPasswd', 'credentials', 'set-cookie', 'privateKey')
    const marked = fc.letrec((tie) => ({
      value: fc.oneof({ maxDepth: 4 }, fc.constant('plain'), fc.integer(), fc.constant(null), fc.array(tie('value'), { maxLength: 3 }), fc.dictionary(fc.string(), tie('value'), { maxKeys: 3 }), tie('secret')),
      secret: fc.tuple(secretName, fc.oneof(fc.constant('hunter2'), fc.constant({ deep: ['hunter2'] }), fc.constant(['hunter2']))).map(([name, value]) => ({ [name]: value })),
    })).value
    fc.assert(fc.property(marked, (value) => {
      const masked = JSON.stringify(maskSensitiveKeys(value))
      expect(masked).not.toContain('hunter2')
      expect(masked.split('"plain"').length).toBe(JSON.stringify(value).split('"plain"').length)
    }), { numRuns })
  })

  it('a refusal is bounded, says who refused in its own words, and is the same whatever was to be sent (P14)', () => {
    const voices: RefusalVoice[] = ['policy', 'hand-off', 'person', 'expired', 'cancelled', 'superseded', 'unavailable', 'failed']
    check(({ request: { toolName, invokedToolName, matchedRule: rule, context: reason, requester } }) => {
      const texts = voices.map((by) => toRefusalText({ by, toolName, toolCallId: requester.runId, invokedToolName, rule, person: requester.dot, reason }))
      for (const text of texts) {
        expect(text.length).toBeLessThanOrEqual(3_500)
        if (/[[\p{C}\p{Zl}\p{Zp}]--\n]/v.test(text)) expect.fail(JSON.stringify(text))
      }
      expect(new Set(texts).size).toBe(voices.length)
    })
    const plain = Object.fromEntries(voices.map((by) => [by, toRefusalText({ by, toolName: 'comment_on_pr' })]))
    expect(Object.entries(plain).filter(([, text]) => /reject|denied/i.test(text)).map(([by]) => by)).toEqual(['person'])
  })
})

/** As it may come over a wire: a payload with one field made something else, or anything at all. */
const garbageArbitrary = fc.oneof(
  fc.anything({ withBigInt: true, withMap: true, withSet: true, withTypedArray: true, withSparseArray: true, withNullPrototype: true }),
  fc.tuple(payloadArbitrary, fc.constantFrom('kind', 'request', 'evidence', 'annotations', 'request.value', 'request.requester', 'request.context', 'extra'), fc.anything()).map(([payload, path, value]) => replaceAt(structuredClone(payload), path.split('.'), value)),
)

function replaceAt(target: object, [name = '', ...deeper]: string[], value: unknown): object {
  return { ...target, [name]: deeper.length === 0 ? value : replaceAt(Object(Reflect.get(target, name)), deeper, value) }
}

function isFrozen(value: unknown): boolean {
  return typeof value !== 'object' || value === null || (Object.isFrozen(value) && Object.values(value).every(isFrozen))
}

describe('a payload from outside', () => {
  it('is taken whole, frozen through and through, or not at all, and nothing is thrown (P18)', () => {
    check((payload) => {
      const parsed = parseApprovalPayload(JSON.parse(JSON.stringify(payload)))
      expect(parsed).toEqual(payload)
      expect(isFrozen(parsed)).toBe(true)
    })
    fc.assert(fc.property(garbageArbitrary, (garbage) => {
      const parsed = parseApprovalPayload(garbage)
      if (parsed) expect({ ...parsed }).toEqual({ ...Object(garbage) })
    }), { numRuns })
  })

  it('stamped anew, differs in who asks and in nothing else (P17, P19)', () => {
    fc.assert(fc.property(payloadArbitrary, fc.record({ dot: textArbitrary, chatId: fc.option(textArbitrary, { nil: null }), runId: fc.option(textArbitrary, { nil: null }) }), (payload, requester) => {
      const stamped = restampRequester(payload, { ...requester, forwarded: true })
      expect({ ...stamped, request: { ...stamped.request, requester: payload.request.requester } }).toEqual(payload)
      expect(stamped.request.requester).toEqual({ ...requester, forwarded: true })
      const toRest = (of: ApprovalPayload) => layoutApproval(of, cardBudget).fields.filter(({ key }) => !['dot', 'forwarded', 'chatId', 'runId'].includes(key))
      expect(toRest(stamped)).toEqual(toRest(payload))
    }), { numRuns })
  })

  it('is never taken from what only plays one', () => {
    const cycle: Record<string, unknown> = { ...fixturePayload }
    cycle.request = cycle
    const thrower = Object.defineProperty({ ...fixturePayload }, 'evidence', { get: () => decodeURI('%'), enumerable: true })
    const liar = { ...fixturePayload, evidence: new Proxy([], { get: (_target, name) => name === 'length' ? 2 ** 32 - 1 : undefined }) }
    const revoked = Proxy.revocable({}, {})
    revoked.revoke()
    for (const value of [cycle, thrower, liar, revoked.proxy, new Array(2 ** 32 - 1), 'x'.repeat(2 ** 20), { ...fixturePayload, evidence: new Array(20_000).fill(fixturePayload.evidence[0]) }]) expect(parseApprovalPayload(value)).toBeUndefined()
  })
})
