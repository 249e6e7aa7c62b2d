import fc from 'fast-check'
import MarkdownIt from 'markdown-it'
import type { Token } from 'markdown-it'
import { describe, expect, it } from 'vitest'
import type { ChatBlock } from '#layers/northlight/shared/blocks/block-registry.ts'
import { parseChatBlock } from '#layers/northlight/shared/blocks/parse-chat-block.ts'
import { toBlockMarkdown } from '#layers/northlight/shared/blocks/to-block-markdown.ts'
import { toBlockOutline } from '#layers/northlight/shared/blocks/to-block-outline.ts'
import { blockFixtures } from '#layers/northlight/tests/fixtures/blocks/block-fixtures.ts'
import { chartFixtures } from '#layers/northlight/tests/fixtures/blocks/charts.ts'
import { oddBlocks } from '#layers/northlight/tests/fixtures/blocks/odd-blocks.ts'
import { blockArbitrary, mutate, mutationArbitrary } from '#layers/northlight/tests/support/block-arbitrary.ts'

/** As other readers have it: raw HTML and all. */
const reader = new MarkdownIt({ html: true })

const write = (value: unknown) => toBlockMarkdown(require(value))

function require(value: unknown): ChatBlock {
  return parseChatBlock(value) ?? expect.fail('no block')
}

/** What a reader sees of inline Markdown. */
function toSeen({ children }: Token): string {
  return (children ?? []).map(({ type, content }) => type === 'softbreak' ? ' ' : content).join('')
}

/** The cells of each row of the table, its head first, as a reader sees them. */
function readTable(tokens: readonly Token[]): string[][] {
  const rows: string[][] = []
  for (const [index, { type }] of tokens.entries()) {
    if (type === 'tr_open') rows.push([])
    const content = tokens[index + 1]
    if ((type === 'td_open' || type === 'th_open') && content) rows.at(-1)?.push(toSeen(content))
  }
  return rows
}

const toLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

/** What is wrong with a block's Markdown, read again by a reader of Markdown. */
function findFaults(block: ChatBlock): string[] {
  const markdown = toBlockMarkdown(block).join('\n\n')
  const { table, heading, lists } = toBlockOutline(block)
  const tokens = reader.parse(markdown, {})
  const inline = tokens.flatMap(({ children }) => children ?? [])
  const links = inline.filter(({ type }) => type === 'link_open').map((token) => String(token.attrGet('href')))
  const seen = tokens.filter(({ type }) => type === 'inline').map(toSeen)
  const expected = table ? [table.columns, ...table.rows.map((cells) => cells.map(({ text }) => text))] : []
  const read = readTable(tokens)
  const isLink = (row: number, column: number) => table?.rows[row - 1]?.[column]?.face === 'link'
  const differing = expected.flatMap((cells, row) => cells.flatMap((text, column) => isLink(row, column) || read[row]?.[column] === toLine(text) ? [] : [`${text} is read as ${read[row]?.[column]}`]))
  return [
    ...tokens.some(({ type }) => type === 'html_block') || inline.some(({ type }) => type === 'html_inline' || type === 'image') ? ['it has markup'] : [],
    ...links.every((href) => /^https?:\/\//i.test(href)) ? [] : [`it links to ${links.join(' ')}`],
    ...seen[0] === toLine(heading) ? [] : [`its heading is ${seen[0]}`],
    ...read.length === expected.length && read.every((cells, row) => cells.length === expected[row]?.length) ? [] : ['its table is of another size'],
    ...tokens.filter(({ type }) => type === 'bullet_list_open').length <= lists.length + 1 && !tokens.some(({ type }) => /ordered_list|heading|fence|code_block|blockquote|hr/.test(type)) ? [] : ['it has blocks that nobody wrote'],
    ...differing,
  ]
}

describe('the Markdown of a block', () => {
  it.each(Object.entries({ ...blockFixtures, ...chartFixtures, ...oddBlocks }))('%s reads as its words', (_name, raw) => {
    expect(findFaults(require(raw))).toEqual([])
  })

  it('reads as the words of any block', () => {
    fc.assert(fc.property(blockArbitrary, fc.array(mutationArbitrary, { maxLength: 3 }), (raw, changes) => {
      const block = parseChatBlock(changes.reduce(mutate, raw as unknown))
      if (block) expect(findFaults(block)).toEqual([])
    }), { numRuns: 2_000 })
  })

  it('is a heading, a table of its rows and what was left out', () => {
    expect(write({ id: 'b', kind: 'defects', more: 1, defects: [{ key: 'CHK-1', title: 'Total | sum', severity: 'high', runId: 'run-a', url: 'https://example.com/a|b', foundAt: '2026-10-08T14:05:00Z' }] })).toEqual([
      '**Recent defects**',
      '| Key | Title | Severity | Link | Found at |\n| --- | --- | --- | --- | --- |\n| CHK-1 | Total \\| sum | High | <https://example.com/a%7Cb> | 2026-10-08 14:05 UTC |',
      '1 more defect.',
    ])
  })

  it('has the numbers of a chart by their labels, and its finding without marks', () => {
    expect(write(blockFixtures.chart)).toEqual([
      '**Pass rate by day**',
      '- Unit: %\n- Finding: 94.2% of tests passed in the last 7 days, up 1.6 points from the week before.',
      'Latest runs with failures:', '- Coupon total is wrong after the cart is refreshed',
      '| Label | Checkout | Payments |\n| --- | --- | --- |\n| Fri | 96.5 | 100 |\n| Sat |  |  |\n| Sun |  | 99.1 |\n| Mon | 92 | 98.4 |\n| Tue | 88.7 | 100 |\n| Wed | 95.1 | 97.25 |\n| Thu | 94.2 | 99 |',
    ])
  })

  it('has the lists of a block that is its fields', () => {
    expect(write({ id: 'b', kind: 'release_call', answer: 'ready_with_risk', milestone: '4.18', why: [], also: [{ text: '#412 is open', kind: 'pull', url: 'https://example.com/412' }], counts: [{ label: 'Tickets', value: 14 }] })).toEqual([
      '**Release call**', '- Answer: Ready with risk\n- Milestone: 4.18', 'Also:', '- \\#412 is open, Pull, <https://example.com/412>', 'Counts:', '- Tickets: 14',
    ])
  })

  it('says what an approval is for, and of a block without rows that there are none', () => {
    expect(write({ id: 'b', kind: 'approvals', approvals: [{ id: 'a', state: 'pending', action: { kind: 'pr_comment', title: 'Report' } }] })[1]).toBe('| State | Kind | Title |\n| --- | --- | --- |\n| Pending | Pr comment | Report |')
    expect(write({ id: 'b', kind: 'runs', runs: [] })).toEqual(['**Test runs**', 'No runs.'])
    expect(write({ id: 'b', kind: 'runs', runs: [{ id: 'run-a' }] })[1]).toBe('| Id |\n| --- |\n| run-a |')
  })
})
