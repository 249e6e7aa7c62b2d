// @vitest-environment happy-dom
import { mount } from '@vue/test-utils'
import { beforeEach, describe, expect, it } from 'vitest'
import ChatTranscript from '#layers/northlight/components/chat/ChatTranscript.vue'
import { detailLevels, type DetailLevel } from '#layers/northlight/shared/settings/detail-level.ts'
import { toPlanList } from '#layers/northlight/shared/surfacing/plan-list.ts'
import { planSurfacing } from '#layers/northlight/shared/surfacing/plan-surfacing.ts'
import type { MessagePlan } from '#layers/northlight/shared/surfacing/surfacing-rows.ts'
import { failed, internalCall, longText, redactedReasoning, running, text } from '#layers/northlight/tests/fixtures/messages/message-parts.ts'

const mounts = new Map<string, number>()

const streamingThought = (content: string) => ({ type: 'reasoning', text: content, state: 'streaming' })
const thought = { type: 'reasoning', text: 'I list the runs first.', state: 'done' }
const call = (id: string, fields: Record<string, unknown> = {}) => internalCall('list_runs', { toolCallId: id, ...fields })

/** A transcript of one message that is given more parts as time goes on. */
function mountAnswer(level: DetailLevel, first: unknown[], isRunning = true) {
  let plan: MessagePlan | undefined
  const toProps = (parts: unknown[], stillRunning: boolean) => {
    plan = planSurfacing({ id: 'answer', role: 'assistant', parts }, { level, running: stillRunning }, plan)
    return { plans: toPlanList([plan]), detailLevel: level, busy: stillRunning }
  }
  const wrapper = mount(ChatTranscript, {
    props: toProps(first, isRunning),
    global: {
      mixins: [{
        mounted() {
          const name = this.$options.__name
          if (name !== undefined) mounts.set(name, (mounts.get(name) ?? 0) + 1)
        },
      }],
    },
  })
  return { wrapper, show: (parts: unknown[], stillRunning = true) => wrapper.setProps(toProps(parts, stillRunning)) }
}

beforeEach(() => mounts.clear())

describe.each([1, 2, 3, 4] as const)('at level %i', (level) => {
  it('R04 a run of work is mounted once for its whole stream', async () => {
    const { wrapper, show } = mountAnswer(level, [streamingThought('I')])
    const card = wrapper.get('[data-slot="steps"]').element
    for (const length of [4, 9, 15, 22]) await show([streamingThought(thought.text.slice(0, length))])
    await show([thought, call('a', { ...running, state: 'input-streaming', input: undefined })])
    await show([thought, call('a', running)])
    await show([thought, call('a')])
    await show([thought, call('a'), call('b', running)])
    await show([thought, call('a'), call('b'), text(longText)])
    await show([thought, call('a'), call('b'), text(longText)], false)
    expect(mounts.get('StepsCard')).toBe(1)
    expect(mounts.get('ReasoningRow') ?? 0).toBeLessThanOrEqual(1)
    expect(wrapper.get('[data-slot="steps"]').element).toBe(card)
  })

  it('R05 a second call beside the first mounts nothing again', async () => {
    const { wrapper, show } = mountAnswer(level, [call('a')])
    const line = wrapper.get('[data-slot="tool-line"]').element
    await show([call('a'), call('b', running)])
    await show([call('a'), call('b')])
    expect(wrapper.get('[data-slot="tool-line"]').element).toBe(line)
    // The second call has a line of its own while it runs, at every level.
    expect(mounts.get('ToolLine')).toBe(2)
    expect(mounts.get('StepsCard')).toBe(1)
  })
})

describe('R10 what a reader opened or closed stays so', () => {
  const settled = [call('a'), text(longText)]
  const stateOf = (wrapper: ReturnType<typeof mountAnswer>['wrapper']) => wrapper.get('[data-slot="steps"]').attributes('data-state')
  const press = (wrapper: ReturnType<typeof mountAnswer>['wrapper']) => wrapper.get('[data-slot="steps"] > button').trigger('click')

  it('R10 a first opening by hand is never closed again by itself', async () => {
    const { wrapper, show } = mountAnswer(1, settled, false)
    await press(wrapper)
    expect(stateOf(wrapper)).toBe('open')
    await show([...settled, text('More.')], false)
    expect(stateOf(wrapper)).toBe('open')
  })

  it('R10 a live card folds by itself when the work ends', async () => {
    const { wrapper, show } = mountAnswer(1, [call('a', running)])
    expect(stateOf(wrapper)).toBe('open')
    await show(settled, false)
    expect(stateOf(wrapper)).toBe('closed')
  })

  it('R10 a live card closed by hand stays closed, and one opened again stays open when the work ends', async () => {
    const { wrapper, show } = mountAnswer(1, [call('a', running)])
    await press(wrapper)
    await show([call('a'), call('b', running)])
    expect(stateOf(wrapper)).toBe('closed')
    await press(wrapper)
    await show([call('a'), call('b'), text(longText)], false)
    expect(stateOf(wrapper)).toBe('open')
  })

  it('R10 a card that is open by default closes at the first press, though nothing ever streamed', async () => {
    const { wrapper } = mountAnswer(3, settled, false)
    await press(wrapper)
    expect(stateOf(wrapper)).toBe('closed')
  })
})

describe.each(detailLevels)('at level %i', (level) => {
  it('R19 parts with nothing to see leave no element behind', () => {
    const empty = [{ type: 'step-start' }, { type: 'reasoning', text: ' \n', state: 'done' }, { type: 'text', text: '', state: 'done' }]
    const { wrapper } = mountAnswer(level, [...empty, text('The answer.'), ...empty], false)
    expect(wrapper.findAll('[data-slot="message"] [data-slot]').map((element) => element.attributes('data-slot'))).toEqual(['answer'])
  })

  it('R20 reasoning that the provider keeps to itself is a plain line with nothing to open', () => {
    const { wrapper } = mountAnswer(level, [redactedReasoning, call('a', failed('No')), text('The answer.')], false)
    expect(wrapper.find('[data-slot="reasoning"] button').exists()).toBe(false)
    if (level > 1) expect(wrapper.get('[data-slot="reasoning"]').text()).toBe('Reasoned, not shown by the provider')
  })
})

it('X07 a long message of the reader\'s own folds, and a named button shows the whole of it', async () => {
  const lines = Array.from({ length: 40 }, (_, index) => `Line ${index}`).join('\n')
  const plan = planSurfacing({ id: 'person', role: 'user', parts: [text(lines)] }, { level: 1, running: false })
  const wrapper = mount(ChatTranscript, { props: { plans: toPlanList([plan]), detailLevel: 1, busy: false } })
  const toggle = wrapper.get('button[aria-expanded="false"]')
  const prompt = wrapper.get('[data-slot="prompt"]')
  expect(toggle.text()).toBe('Show the whole message')
  expect(toggle.attributes('aria-controls')).toBe(prompt.attributes('id'))
  expect(prompt.classes()).toContain('nl-person-prose-folded')
  await toggle.trigger('click')
  expect(toggle.attributes('aria-expanded')).toBe('true')
  expect(toggle.text()).toBe('Show the start only')
  expect(prompt.classes()).not.toContain('nl-person-prose-folded')
})
