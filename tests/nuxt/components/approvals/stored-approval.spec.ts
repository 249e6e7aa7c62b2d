// @vitest-environment happy-dom
import { mount } from '@vue/test-utils'
import type { VueWrapper } from '@vue/test-utils'
import { createPinia } from 'pinia'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { defineComponent, h, shallowRef } from 'vue'
import ChatMessage from '#layers/northlight/components/chat/ChatMessage.vue'
import { provideChatAsks } from '#layers/northlight/composables/approvals/useChatAsks.ts'
import type { ChatAsks } from '#layers/northlight/composables/approvals/useChatAsks.ts'
import type { Approval } from '#layers/northlight/shared/approvals/approval-answers.ts'
import { createChatClient } from '#layers/northlight/shared/host/chat-client.ts'
import { detailLevels } from '#layers/northlight/shared/settings/detail-level.ts'
import type { DetailLevel } from '#layers/northlight/shared/settings/detail-level.ts'
import { toPlanList } from '#layers/northlight/shared/surfacing/plan-list.ts'
import { planSurfacing } from '#layers/northlight/shared/surfacing/plan-surfacing.ts'
import { useApprovalsStore } from '#layers/northlight/stores/approvals.ts'
import { toApproval } from '#layers/northlight/tests/fixtures/approvals/to-approval.ts'

const chatId = 'chat-0123456789abcdef'
const until = (check: () => void) => vi.waitFor(check, { timeout: 15_000 })
const asked = {
  type: 'tool-propose_time_entry', toolCallId: 'c1', state: 'approval-requested', input: { minutes: 45 }, approval: { id: 'approval-1' }, toolMetadata: { northlight: { manner: 'user-facing' } },
}
const toPlans = (part: object, level: DetailLevel) => toPlanList([planSurfacing({ id: 'm', role: 'assistant', parts: [{ type: 'text', text: 'I will.' }, part] }, { level, running: false })])

describe('a call that was asked about, in its message', () => {
  let message: VueWrapper
  let asks: ChatAsks | undefined
  let reads: string[] = []

  afterEach(() => message.unmount())

  async function show(part: object, approval: Approval | undefined, level: DetailLevel = 1) {
    reads = []
    const serve = async (input: RequestInfo | URL) => {
      reads.push(String(input))
      return approval ? Response.json(approval) : Response.json({ code: 'approval-not-found', message: 'There is no such approval.' }, { status: 404 })
    }
    const plans = shallowRef(toPlans(part, level))
    const isNeeded = shallowRef(false)
    const Chat = defineComponent(() => {
      asks = provideChatAsks(createChatClient({}, serve as typeof fetch), chatId, isNeeded)
      return () => h(ChatMessage, { plans: plans.value, id: 'm', answerable: false })
    })
    message = mount(Chat, { global: { plugins: [createPinia()] }, attachTo: document.body })
    await until(() => expect(isNeeded.value).toBe(true))
    await until(() => expect(message.find('.nl-stored-ask').exists()).toBe(true))
    return plans
  }
  const slots = () => message.findAll('[data-slot]').map((found) => found.attributes('data-slot')).filter((slot) => ['approval', 'receipt', 'steps'].includes(slot ?? ''))
  const settle = async () => {
    asks?.noteLoaded()
    await until(() => expect(message.find('[data-state="loading"]').exists()).toBe(false))
  }

  it.each(detailLevels)('is one line while it waits in the dock, outside any group, at level %i', async (level) => {
    await show(asked, toApproval(), level)
    expect(message.get('[data-slot="approval"]').text()).toBe('propose_time_entry · …')
    expect(reads).toEqual([])
    await settle()
    expect(message.get('[data-slot="approval"]').text()).toBe('Enter time worked · Waits for your decision below')
    expect(message.get('[data-slot="approval"]').attributes('data-state')).toBe('pending')
    expect(message.findAll('[data-slot="approval"] button')).toEqual([])
    expect(slots()).toEqual(['approval'])
  })

  it('says how it ended once it has, opens to what was asked, and stays the same element as it becomes a receipt', async () => {
    const plans = await show(asked, toApproval({ state: 'executed', note: 'Entered 45 minutes.' }))
    await settle()
    const before = message.get('[data-slot="approval"]').element
    expect(message.get('[data-slot="approval-outcome"]').text()).toContain('Done · Entered 45 minutes.')
    plans.value = toPlans({ ...asked, state: 'output-available', output: { result: 'executed' } }, 1)
    await until(() => expect(slots()).toEqual(['receipt']))
    expect(message.get('[data-slot="receipt"]').element).toBe(before)
    await message.get('[data-slot="receipt"] button').trigger('click')
    expect(message.get('[data-field="value"]').text()).toContain('45 minutes on 2026-11-30 for ACME')
    expect(message.findAll('button').map((button) => button.text())).not.toContain('Approve')
  })

  it('tells of what nobody is known to have asked as the message does, without buttons', async () => {
    await show(asked, undefined)
    await settle()
    expect(reads).toEqual(['/api/approvals/approval-1'])
    expect(message.get('[data-slot="approval"]').text()).toContain('Expired: nothing here waits for a decision')
    message.unmount()
    await show({ ...asked, state: 'output-available', output: {}, approval: { id: 'approval-1', approved: true } }, undefined)
    await settle()
    expect(slots()).toEqual(['receipt'])
    expect(message.find('[data-slot="approval-outcome"]').exists()).toBe(false)
  })

  it('asks for none that is known', async () => {
    await show(asked, toApproval())
    await useApprovalsStore().open('').read(createChatClient({}, (async () => Response.json(toApproval({ state: 'rejected', reason: 'No.' }))) as typeof fetch), 'approval-1')
    await settle()
    expect(reads).toEqual([])
    expect(message.text()).toContain('Rejected · No.')
  })
})
