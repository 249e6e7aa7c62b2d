import { describe, expect, it } from 'vitest'
import { parseChatBlock, toTableBlock } from '#layers/northlight/shared/blocks/parse-chat-block.ts'
import { blockFixtures } from '#layers/northlight/tests/fixtures/blocks/block-fixtures.ts'
import { chartFixtures } from '#layers/northlight/tests/fixtures/blocks/charts.ts'
import { noBlocks, oddBlocks } from '#layers/northlight/tests/fixtures/blocks/odd-blocks.ts'

describe('the fixtures', () => {
  it.each(Object.entries({ ...blockFixtures, ...chartFixtures }))('%s comes out as it went in', (_name, fixture) => {
    expect(parseChatBlock(fixture)).toEqual({ state: 'ready', more: 0, dropped: 0, ...fixture })
  })

  it.each(Object.entries(blockFixtures))('%s has a table of its rows, for when it cannot be drawn', (_name, fixture) => {
    const block = parseChatBlock(fixture)
    const table = block && toTableBlock(block)
    expect(table).toMatchObject({ id: fixture.id, kind: 'table', state: 'ready', more: 'more' in fixture ? fixture.more : 0 })
    expect(table).toEqual(parseChatBlock(table))
  })

  it.each(Object.entries(oddBlocks))('%s is some block', (_name, odd) => {
    expect(parseChatBlock(odd)).toMatchObject({ id: expect.stringMatching(/./), kind: expect.stringMatching(/./) })
  })

  it.each(noBlocks.map((value) => [value]))('%j is none', (value) => {
    expect(parseChatBlock(value)).toBeUndefined()
  })
})
