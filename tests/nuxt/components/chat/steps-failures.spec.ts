// @vitest-environment happy-dom
import { mount } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import ChatTranscript from '#layers/northlight/components/chat/ChatTranscript.vue'
import { toPlanList } from '#layers/northlight/shared/surfacing/plan-list.ts'
import { planSurfacing } from '#layers/northlight/shared/surfacing/plan-surfacing.ts'
import { failed, internalCall, longText, reasoning, text, toMessage } from '#layers/northlight/tests/fixtures/messages/message-parts.ts'

function mountCard(...parts: unknown[]) {
  const plans = toPlanList([planSurfacing(toMessage(...parts), { level: 1, running: false })])
  return mount(ChatTranscript, { props: { plans, detailLevel: 1, busy: false } }).get('[data-slot="steps"]')
}

describe('a closed Steps card', () => {
  it('S04 counts its failures in its header, and each is one click away with its reason', async () => {
    const card = mountCard(reasoning('Let me look.'), internalCall('list_runs'), internalCall('get_run', failed('There is no run with this id')), text(longText))
    expect(card.attributes('data-state')).toBe('closed')
    expect(card.get('button').text()).toContain('Checked 2 things, 1 failed')
    const failure = card.get('[data-slot="tool-line"]')
    expect(failure.text()).toContain('There is no run with this id')
    await failure.get('button').trigger('click')
    expect(failure.get('[data-slot="tool-details"]').text()).toContain('There is no run with this id')
    expect(card.attributes('data-state')).toBe('closed')
  })

  it('S04 says nothing of failures where there are none', () => {
    const card = mountCard(internalCall('list_runs'), internalCall('get_run'), text(longText))
    expect(card.text()).toBe('Checked 2 things')
  })
})
