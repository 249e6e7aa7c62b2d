// @vitest-environment happy-dom
import { enableAutoUnmount, mount } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { shallowRef } from 'vue'
import ChatTranscript from '#layers/northlight/components/chat/ChatTranscript.vue'
import { toGonePlan, type PlanList } from '#layers/northlight/shared/surfacing/plan-list.ts'
import { planSurfacing } from '#layers/northlight/shared/surfacing/plan-surfacing.ts'
import type { MessagePlan } from '#layers/northlight/shared/surfacing/surfacing-rows.ts'
import type { DetailLevel } from '#layers/northlight/shared/settings/detail-level.ts'
import { toGalleryMessages, type GalleryLast, type GalleryMessage } from '#layers/northlight/tests/fixtures/rows/gallery-messages.ts'

const updates = new Map<string, number>()

/** Plans that follow what is shown, as a chat's do. */
const shown = shallowRef<MessagePlan[]>([])
const plans: PlanList = {
  get ids() {
    return shown.value.map(({ id }) => id)
  },
  planOf: (id) => shown.value.find((plan) => plan.id === id) ?? toGonePlan(id),
}

async function mountTranscript(messages: GalleryMessage[], level: DetailLevel) {
  shown.value = toPlans(messages, level)
  const wrapper = mount(ChatTranscript, {
    props: { plans, detailLevel: level, busy: messages.at(-1)?.running ?? false },
    global: {
      mixins: [{
        updated() {
          const name = this.$options.__name
          // The test library's own wrapper has no name.
          if (name !== undefined) {
            updates.set(name, (updates.get(name) ?? 0) + 1)
          }
        },
      }],
    },
  })
  // Nothing has a height here, so that nothing would come into view.
  await wrapper.vm.showWhole(true)
  return wrapper
}

function toPlans(messages: GalleryMessage[], level: DetailLevel, previous: readonly MessagePlan[] = []): MessagePlan[] {
  return messages.map(({ message, running }, index) => planSurfacing(message, { level, running }, previous[index]))
}

async function show(wrapper: Awaited<ReturnType<typeof mountTranscript>>, messages: GalleryMessage[], level: DetailLevel): Promise<void> {
  shown.value = toPlans(messages, level, shown.value)
  await wrapper.setProps({ detailLevel: level, busy: messages.at(-1)?.running ?? false })
}

const toMessages = (last: GalleryLast) => toGalleryMessages(last, 0)

enableAutoUnmount(afterEach)
beforeEach(() => updates.clear())

describe('ChatTranscript', () => {
  it('renders nothing again but the row that grows', async () => {
    const wrapper = await mountTranscript(toMessages('answer'), 1)
    const grown = toMessages('answer')
    const parts = grown.at(-1)?.message.parts ?? []
    parts[parts.length - 1] = { ...parts.at(-1), text: `${String(parts.at(-1)?.text)} More.` }
    updates.clear()
    await show(wrapper, grown, 1)
    expect(Object.fromEntries(updates)).toEqual({ MessageRow: 1, AnswerProse: 1, MarkdownText: 1, MarkdownBlock: 1 })
  })

  it('renders no message again when the same plans come again', async () => {
    const wrapper = await mountTranscript(toMessages('question'), 1)
    updates.clear()
    await show(wrapper, toMessages('question'), 1)
    expect(Object.fromEntries(updates)).toEqual({})
  })

  it('carries the level, the busy state and the names that outside tools rely on', async () => {
    const transcript = (await mountTranscript(toMessages('tool'), 2)).get('[data-slot="transcript"]')
    expect(transcript.attributes()).toMatchObject({ 'data-detail-level': '2', 'role': 'log', 'aria-busy': 'true' })
    for (const slot of ['answer', 'steps', 'reasoning', 'tool-line', 'working-note', 'housekeeping-note', 'outcome', 'sources', 'question', 'receipt', 'approval', 'file', 'error', 'fallback']) {
      expect(transcript.find(`[data-slot="${slot}"]`).exists(), slot).toBe(true)
    }
    expect(transcript.find('[data-slot="message"][data-role="user"][data-message-id="person-1"]').exists()).toBe(true)
  })

  it('has no element for gated parts at level 0, and one live line', async () => {
    const transcript = await mountTranscript(toMessages('tool'), 0)
    for (const slot of ['steps', 'reasoning', 'tool-line', 'working-note', 'tool-details']) {
      expect(transcript.find(`[data-slot="${slot}"]`).exists(), slot).toBe(false)
    }
    expect(transcript.findAll('[data-slot="live-line"]')).toHaveLength(1)
  })

  it('lets the reader’s own toggle win over levels, updates and absence', async () => {
    const wrapper = await mountTranscript(toMessages('question'), 1)
    const card = () => wrapper.find('[data-message-id="answer-whole"] [data-slot="steps"]')
    expect(card().attributes('data-state')).toBe('closed')
    await card().get('button').trigger('click')
    expect(card().attributes('data-state')).toBe('open')
    await show(wrapper, toMessages('question'), 0)
    expect(card().exists()).toBe(false)
    await show(wrapper, toMessages('question'), 1)
    expect(card().attributes('data-state')).toBe('open')
    await card().get('button').trigger('click')
    await show(wrapper, toMessages('question'), 3)
    expect(card().attributes('data-state')).toBe('closed')
  })

  it('keeps closed bodies out of the document, and failures below the closed card', async () => {
    const wrapper = await mountTranscript(toMessages('question'), 1)
    const card = wrapper.get('[data-message-id="answer-whole"] [data-slot="steps"]')
    expect(card.findAll('[data-slot="tool-line"]')).toHaveLength(1)
    expect(card.get('[data-slot="tool-line"]').text()).toContain('There is no run with this id')
    expect(card.find('[data-slot="tool-details"]').exists()).toBe(false)
    await card.get('[data-slot="tool-line"] button').trigger('click')
    expect(card.get('[data-slot="tool-details"]').text()).toContain('run-99')
  })

  it('takes an answer for the last question only, while nothing runs', async () => {
    const wrapper = await mountTranscript(toMessages('question'), 1)
    const questions = wrapper.findAll('[data-slot="question"]')
    expect(questions.map((question) => question.findAll('button').length)).toEqual([0, 3])
    await questions.at(-1)?.get('button').trigger('click')
    expect(wrapper.emitted('action')).toEqual([[{ type: 'answer', messageId: 'answer-open-question', text: 'checkout / web' }]])
  })

  it('offers Continue on the last message and asks for copies', async () => {
    const wrapper = await mountTranscript(toMessages('stopped'), 1)
    await wrapper.get('[data-message-id="answer-last-stopped"] [data-slot="outcome"] button').trigger('click')
    const copies = wrapper.findAll('[data-message-id="answer-plain"] .nl-actions button')
    await copies[1]?.trigger('click')
    expect(wrapper.emitted('action')).toEqual([
      [{ type: 'continue', messageId: 'answer-last-stopped' }],
      [{ type: 'copy', messageId: 'answer-plain', withWork: true }],
    ])
  })

  it('draws whatever stands in a part, and never throws', async () => {
    const garbage: GalleryMessage = {
      running: false,
      message: {
        id: 'garbage', role: 'assistant', parts: [
          { type: 'data-block' }, { type: 'data-x', data: null }, { type: 'file' }, { type: 'file', url: 'javascript:alert(1)', filename: 'x\u202Egnp.exe' },
          { type: 'data-error', data: 7 }, { type: 'tool-ask_question', toolCallId: 'q', state: 'output-available', input: { choices: [1, null, 'a', 'a'] }, toolMetadata: { northlight: { manner: 'user-facing' } } },
          { type: 'tool-y', toolCallId: 'y', state: 'approval-requested', input: 3, approval: 'no' }, { type: 'source-url', sourceId: 's', url: 'javascript:alert(1)', title: 't' },
        ],
      },
    }
    const wrapper = await mountTranscript([garbage], 4)
    expect(wrapper.findAll('[data-slot="fallback"], [data-slot="file"], [data-slot="error"]').length).toBeGreaterThanOrEqual(5)
    expect(wrapper.html()).not.toContain('javascript:')
    expect(wrapper.html()).not.toContain('\u202E')
  })
})
