// @vitest-environment happy-dom
import { mount } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { nextTick } from 'vue'
import ApprovalDecision from '#layers/northlight/components/approvals/ApprovalDecision.vue'
import type { Approval } from '#layers/northlight/shared/approvals/approval-answers.ts'
import { toApproval } from '#layers/northlight/tests/fixtures/approvals/to-approval.ts'

function show(props: { approval?: Approval, unseen?: boolean, busy?: boolean } = {}) {
  return mount(ApprovalDecision, { props: { approval: toApproval(), unseen: false, ...props }, attachTo: document.body })
}

describe('what a person can do about an ask', () => {
  let shown: ReturnType<typeof show>

  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    shown.unmount()
    vi.useRealTimers()
  })

  const button = (name: string) => shown.findAll('button').find((candidate) => candidate.text() === name)
  const press = async (name: string) => button(name)?.trigger('click')
  const arm = async () => {
    vi.advanceTimersByTime(600)
    await nextTick()
  }
  const decisions = () => shown.emitted('decide')?.flat() ?? []

  it('approves only once it has stood a while: a press that was meant for what stood there before does nothing', async () => {
    shown = show()
    expect(button('Approve')?.attributes('disabled')).toBeDefined()
    await press('Approve')
    expect(decisions()).toEqual([])
    await arm()
    await press('Approve')
    expect(decisions()).toEqual([{ decision: 'approve' }])
  })

  it('does not approve while something was not seen, and says why; rejecting is always possible', async () => {
    shown = show({ unseen: true })
    await arm()
    await press('Approve')
    expect(decisions()).toEqual([])
    const approve = button('Approve')
    expect(shown.get(`#${approve?.attributes('aria-describedby')}`).text()).toBe('Not all of it is shown here. Open the whole of it to approve.')
    expect(button('Reject')?.attributes('disabled')).toBeUndefined()
    await shown.setProps({ unseen: false })
    await press('Approve')
    expect(decisions()).toEqual([{ decision: 'approve' }])
  })

  it('gives the focus to no button by itself', async () => {
    shown = show()
    await arm()
    expect(document.activeElement).toBe(document.body)
  })

  it('does nothing while a decision is on its way', async () => {
    shown = show({ busy: true })
    await arm()
    await press('Approve')
    await press('Reject')
    await press('Reject')
    expect(decisions()).toEqual([])
  })

  it('rejects with a reason or without, by its button alone', async () => {
    shown = show()
    await press('Reject')
    const reason = shown.get('textarea')
    expect(document.activeElement).toBe(reason.element)
    await reason.setValue('  Not this week.\nNext week. ')
    await reason.trigger('keydown', { key: 'Enter' })
    expect(decisions()).toEqual([])
    await press('Reject')
    expect(decisions()).toEqual([{ decision: 'reject', reason: 'Not this week.\nNext week.' }])
    await reason.setValue(' ')
    await press('Reject')
    expect(decisions().at(-1)).toEqual({ decision: 'reject' })
  })

  it('comes back from a reason, and the keyboard to where it was', async () => {
    shown = show()
    await press('Reject')
    await shown.get('textarea').trigger('keydown', { key: 'Escape' })
    await nextTick()
    expect(shown.find('textarea').exists()).toBe(false)
    expect(document.activeElement).toBe(button('Reject')?.element)
  })

  it('saves a new version by the kind\'s own fields, whole, and approves nothing', async () => {
    shown = show()
    await press('Edit')
    await nextTick()
    expect(shown.findAll('label').map((label) => label.text())).toEqual(['Day', 'Minutes', 'What for'])
    const minutes = shown.get('input[type="number"]')
    await minutes.setValue('30')
    await minutes.trigger('keydown', { key: 'Enter' })
    await shown.get('form').trigger('submit')
    expect(decisions()).toEqual([])
    await press('Save as a new version')
    expect(decisions()).toEqual([{ decision: 'edit', body: { day: '2026-11-30', minutes: 30, text: 'Review of the contract' } }])
  })

  it('says what is wrong with a changed version, and sends none', async () => {
    shown = show()
    await press('Edit')
    await shown.get('input[type="number"]').setValue('0')
    await press('Save as a new version')
    expect(decisions()).toEqual([])
    expect(shown.get('[role="alert"]').text()).toBe('Minutes has to be 1 to 1,440')
  })

  it('offers no change where the kind has none', () => {
    shown = show({ approval: toApproval({ kind: 'unknown_kind' }) })
    expect(shown.findAll('button').map((candidate) => candidate.text())).toEqual(['Approve', 'Reject'])
  })
})
