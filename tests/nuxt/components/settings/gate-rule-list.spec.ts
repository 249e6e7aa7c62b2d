// @vitest-environment happy-dom
import { mount } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import { nextTick } from 'vue'
import GateRuleList from '#layers/northlight/components/settings/GateRuleList.vue'
import type { GateRule } from '#layers/northlight/shared/approvals/gate-rules.ts'

const kinds = [{ kind: 'pr_comment', title: 'Comment on a pull request' }, { kind: 'time_entry', title: 'Enter time worked' }]

function open(save: (kind: string, rule: GateRule) => Promise<unknown>, rules: Record<string, GateRule> = { pr_comment: 'block' }, readonly = false) {
  const wrapper = mount(GateRuleList, { attachTo: document.body, props: { dotName: 'Quality', kinds, rules, save, readonly } })
  const row = (index: number) => wrapper.findAll('[data-slot="gate-rule"]')[index]
  return {
    wrapper,
    chosen: () => kinds.map((_, index) => row(index)?.findAll('input').find(({ element }) => element.checked)?.element.value),
    choose: (index: number, rule: GateRule) => row(index)?.find(`input[value="${rule}"]`).setValue(true),
    isBusy: (index: number) => row(index)?.attributes('aria-busy'),
  }
}

describe('GateRuleList', () => {
  it('shows the rule of each kind, and ask where none was chosen', () => {
    const { chosen, wrapper } = open(async () => {})
    expect(chosen()).toEqual(['block', 'ask'])
    expect(wrapper.findAll('[role="radiogroup"]').map((group) => group.attributes('aria-label'))).toEqual(['Comment on a pull request, Quality', 'Enter time worked, Quality'])
  })

  it('saves a choice as it is made, shows it meanwhile, and takes no other of that kind', async () => {
    const saved: unknown[] = []
    const { promise, resolve } = Promise.withResolvers<void>()
    const { wrapper, choose, chosen, isBusy } = open((kind, rule) => {
      saved.push([kind, rule])
      return promise
    })
    await choose(1, 'act')
    expect(saved).toEqual([['time_entry', 'act']])
    expect([chosen(), isBusy(0), isBusy(1)]).toEqual([['block', 'act'], 'false', 'true'])
    expect(wrapper.findAll('input').map(({ element }) => element.disabled)).toEqual([...Array.from({ length: 4 }, () => false), ...Array.from({ length: 4 }, () => true)])
    await wrapper.setProps({ rules: { pr_comment: 'block', time_entry: 'act' } })
    resolve()
    await promise
    await nextTick()
    expect([chosen(), isBusy(1)]).toEqual([['block', 'act'], 'false'])
  })

  it('shows what holds where a choice could not be saved', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const { choose, chosen } = open(() => promise)
    await choose(0, 'act')
    expect(chosen()).toEqual(['act', 'ask'])
    resolve()
    await promise
    await nextTick()
    await nextTick()
    expect(chosen()).toEqual(['block', 'ask'])
  })

  it('has nothing to choose for those who only read', () => {
    const { wrapper } = open(async () => {}, { pr_comment: 'hand-off' }, true)
    expect(wrapper.findAll('input')).toEqual([])
    expect(wrapper.findAll('[data-slot="gate-rule"]').map((row) => row.text())).toEqual(['Comment on a pull requestHand off', 'Enter time workedAsk'])
  })
})
