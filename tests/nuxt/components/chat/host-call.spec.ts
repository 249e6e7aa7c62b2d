import { mount } from '@vue/test-utils'
import { createSSRApp, defineComponent, h, nextTick, type Component } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import HostCall from '#layers/northlight/components/chat/HostCall.vue'
import type { RenderedCall } from '#layers/northlight/shared/host/tool-renderers.ts'

const call: RenderedCall = { toolName: 'check_conflicts', state: 'done', input: {}, output: { parties: ['Bergen Lines'] } }
const own = () => h('p', 'ours')

const parties = (given: RenderedCall) => (given.output as { parties: string[] }).parties.join()
const renders = defineComponent({ props: ['call'], setup: (props) => () => h('p', `host ${parties(props.call)}`) })
const throwsInSetup = defineComponent({ props: ['call'], setup: (props) => {
  const text = parties(props.call)
  return () => h('p', `host ${text}`)
} })

function mountCall(component: Component, given = call) {
  const renderer = { name: 'check_conflicts', manner: 'user-facing' as const, component }
  return mount(HostCall, { props: { renderer, call: given, slotName: 'receipt' }, slots: { default: own } })
}

describe('HostCall', () => {
  beforeEach(() => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    vi.spyOn(console, 'warn').mockImplementation(() => {})
  })

  it('draws the host\'s component in our slot', async () => {
    const shown = mountCall(renders)
    await nextTick()
    expect(shown.text()).toBe('host Bergen Lines')
    expect(shown.attributes('data-slot')).toBe('receipt')
  })

  it.each([['its set-up', throwsInSetup], ['its rendering', renders]])('draws ours in its place when %s throws, and says so once', async (_where, component) => {
    const shown = mountCall(component, { ...call, output: undefined })
    await nextTick()
    expect(shown.text()).toBe('ours')
    expect(shown.attributes('data-slot')).toBeUndefined()
    expect(console.error).toHaveBeenCalledOnce()
  })

  it('draws ours when an update throws, and the host\'s again when the call has gone on', async () => {
    const shown = mountCall(renders, { ...call, state: 'running', output: undefined })
    await nextTick()
    expect(shown.text()).toBe('ours')
    await shown.setProps({ call })
    await nextTick()
    expect(shown.text()).toBe('host Bergen Lines')
    await shown.setProps({ call: { ...call, output: 'junk' } })
    await nextTick()
    expect(shown.text()).toBe('ours')
  })

  it('leaves the server\'s page to ours, so that an error of the host\'s costs no page', async () => {
    const renderer = { name: 'check_conflicts', manner: 'user-facing' as const, component: throwsInSetup }
    const app = createSSRApp({ render: () => h(HostCall, { renderer, call: { ...call, output: undefined }, slotName: 'receipt' }, { default: own }) })
    expect(await renderToString(app)).toContain('<p>ours</p>')
  })
})
