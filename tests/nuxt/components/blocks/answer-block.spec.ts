import { mount } from '@vue/test-utils'
import { computed, createSSRApp, defineComponent, h } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import AnswerBlock from '#layers/northlight/components/blocks/AnswerBlock.vue'
import { blockComponents } from '#layers/northlight/components/blocks/block-components.ts'
import { provideBlockContext } from '#layers/northlight/composables/blocks/useBlockContext.ts'
import { blockKinds } from '#layers/northlight/shared/blocks/block-registry.ts'
import { parseChatBlock } from '#layers/northlight/shared/blocks/parse-chat-block.ts'
import { blockFixtures } from '#layers/northlight/tests/fixtures/blocks/block-fixtures.ts'
import { chartFixture } from '#layers/northlight/tests/fixtures/blocks/chart.ts'
import { runsFixture } from '#layers/northlight/tests/fixtures/blocks/runs.ts'

beforeEach(() => {
  vi.stubGlobal('ResizeObserver', class {
    observe() {}
    disconnect() {}
  })
})

/** A block where its reader can ask; what was asked is kept. */
function mountBlock(data: unknown) {
  const asked: string[] = []
  const host = defineComponent({
    setup() {
      provideBlockContext({ canAsk: computed(() => true), ask(text) {
        asked.push(text)
        return { text: 'Asked below.' }
      } })
      return () => h(AnswerBlock, { data, localId: 'local' }, { default: () => h('p', 'nothing to show') })
    },
  })
  return { shown: mount(host, { attachTo: document.body }), asked }
}

describe('a block on screen', () => {
  it.each(Object.entries(blockFixtures))('of the kind %s shows its heading and its rows, in the browser and on the server', async (kind, fixture) => {
    const { shown } = mountBlock(fixture)
    const block = shown.get('[data-slot="block"]')
    expect(block.attributes('data-kind')).toBe(kind)
    const served = await renderToString(createSSRApp(AnswerBlock, { data: fixture, localId: 'local' }))
    for (const [name, definition] of Object.entries(blockKinds)) {
      if (name !== kind) continue
      expect(block.attributes('aria-label')).toBe((fixture as { title?: string }).title ?? definition.title)
    }
    expect(served).toContain(`data-kind="${kind}"`)
    expect(served).not.toContain('undefined')
    shown.unmount()
  })

  it('that is loading shows three rows that are none', () => {
    const { shown } = mountBlock({ id: 'b', kind: 'runs', state: 'loading' })
    expect(shown.findAll('.nl-block-skeleton-row')).toHaveLength(3)
    expect(shown.get('[role="status"]').text()).toContain('Loading')
  })

  it('of an unknown kind is the compact table, and says so', () => {
    const { shown } = mountBlock({ id: 'b', kind: 'invoices', invoices: [{ number: 'R-1', amount: 12.5 }] })
    expect(shown.get('[data-kind="table"]').text()).toContain('Shown as a table because this answer has no matching view yet.')
    expect(shown.findAll('td').map((cell) => cell.text())).toEqual(['R-1', '12.5'])
  })

  it('with nothing to show leaves its place to what stands for it', () => {
    expect(mountBlock({ id: 'b', kind: 'nothing' }).shown.text()).toBe('nothing to show')
    expect(mountBlock('junk').shown.text()).toBe('nothing to show')
  })

  it.each(Object.keys(blockKinds).filter((kind) => kind !== 'table'))('whose component throws is a table in place: %s', async (kind) => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    const components: Record<string, unknown> = blockComponents
    const own = components[kind]
    components[kind] = defineComponent({ setup: () => () => {
      throw new Error('broken')
    } })
    try {
      const { shown } = mountBlock(blockFixtures[kind as keyof typeof blockFixtures])
      await shown.vm.$nextTick()
      expect(shown.get('[data-slot="block"]').attributes('data-kind')).toBe('table')
      expect(shown.text()).toContain('Shown as a table')
      expect(console.error).toHaveBeenCalledOnce()
    }
    finally {
      components[kind] = own
    }
  })

  it('says how many rows were left out', () => {
    expect(mountBlock(runsFixture).shown.text()).toContain('4 more runs')
    expect(mountBlock({ ...runsFixture, more: 1 }).shown.text()).toContain('1 more run')
  })

  it('shows text as it is, never as markup', () => {
    const { shown } = mountBlock({ id: 'b', kind: 'runs', title: '<img src=x onerror=alert(1)>', runs: [{ id: 'r', title: '<b>bold</b>' }] })
    expect(shown.findAll('img, b')).toHaveLength(0)
    expect(shown.text()).toContain('<b>bold</b>')
  })
})

describe('runs', () => {
  it('can be filtered where there are more than three', async () => {
    const { shown } = mountBlock(runsFixture)
    const titles = () => shown.findAll('.nl-block-row-title').length
    expect(titles()).toBe(runsFixture.runs.length)
    await shown.findAll('button').find((button) => button.text() === 'Running')?.trigger('click')
    expect(titles()).toBe(1)
    expect(mountBlock({ ...runsFixture, runs: runsFixture.runs.slice(0, 3) }).shown.findAll('[aria-pressed]')).toHaveLength(0)
  })

  it('lead to their own pages', () => {
    const links = mountBlock({ ...runsFixture, runs: [{ id: 'run a/b' }] }).shown.findAll('a')
    expect(links.map((link) => link.attributes('href'))).toEqual(['/runs/run%20a%2Fb'])
  })
})

describe('what a block asks for', () => {
  it('goes out as a message, and says so under its row', async () => {
    const { shown, asked } = mountBlock({ id: 'b', kind: 'probes', probes: [{ id: 'p', name: 'Cart API', status: 'down' }] })
    await shown.get('button').trigger('click')
    expect(asked).toEqual(['Check the Cart API probe again'])
    expect(shown.get('[role="status"]').text()).toBe('Asked below.')
  })

  it('names the test cases that were ticked', async () => {
    const { shown, asked } = mountBlock({ id: 'b', kind: 'test_cases', runId: 'run-1', cases: [{ key: 'a', title: 'Pays' }, { key: 'b', title: 'Signs in' }] })
    expect(shown.get('button').attributes('disabled')).toBeDefined()
    await shown.findAll('input')[1]?.setValue(true)
    await shown.get('button').trigger('click')
    expect(asked).toEqual(['Run these test cases from run run-1: Signs in'])
  })

  it('is not offered to somebody who can only read', () => {
    expect(mount(AnswerBlock, { props: { data: { id: 'b', kind: 'probes', probes: [{ id: 'p', name: 'Cart API' }] }, localId: 'local' } }).findAll('button')).toHaveLength(0)
  })
})

describe('a chart', () => {
  it('has its finding for a name, its key numbers bold, and its numbers as a table with what is missing', () => {
    const { shown } = mountBlock(chartFixture)
    expect(shown.get('figure').attributes('aria-label')).toBe('94.2% of tests passed in the last 7 days, up 1.6 points from the week before.')
    expect(shown.findAll('strong').map((strong) => strong.text())).toEqual(['94.2%', '1.6 points'])
    const rows = shown.findAll('tbody tr').map((row) => row.findAll('td').map((cell) => cell.text()))
    expect(rows).toEqual(chartFixture.labels.map((_, index) => chartFixture.series.map(({ values }) => {
      const value = values[index]
      return value === null || value === undefined ? 'No data' : `${Number(value.toFixed(1))}%`
    })))
  })

  it('is drawn on the server too', async () => {
    const served = await renderToString(createSSRApp(AnswerBlock, { data: parseChatBlock(chartFixture), localId: 'local' }))
    expect(served).toContain('<path class="nl-chart-line"')
    expect(served).toContain('No data')
  })
})
