import { describe, expect, it } from 'vitest'
import { shallowRef } from 'vue'
import { useDockedAsks } from '#layers/northlight/composables/approvals/useDockedAsks.ts'
import type { Approval } from '#layers/northlight/shared/approvals/approval-answers.ts'
import { toApproval } from '#layers/northlight/tests/fixtures/approvals/to-approval.ts'

function dock(...all: Approval[]) {
  const asks = shallowRef<readonly Approval[]>(all)
  const docked = useDockedAsks(() => asks.value)
  return {
    ...docked,
    change: (id: string, fields: Partial<Approval>) => {
      asks.value = asks.value.map((approval) => approval.id === id ? { ...approval, ...fields } : approval)
    },
    add: (approval: Approval) => {
      asks.value = [approval, ...asks.value]
    },
    shown: () => `${docked.current.value?.id} ${docked.index.value + 1}/${docked.docked.value.length}`,
  }
}
const ask = (id: string, createdAt: number, fields: Partial<Approval> = {}) => toApproval({ id, createdAt, ...fields })

describe('useDockedAsks', () => {
  it('shows what waits, the oldest first, one at a time, and what nobody knows the end of too', () => {
    const { shown, step, waiting } = dock(ask('c', 3, { state: 'unknown' }), ask('b', 2), ask('a', 1), ask('x', 0, { state: 'executed' }))
    expect(waiting.value.map(({ id }) => id)).toEqual(['a', 'b', 'c'])
    expect(shown()).toBe('a 1/3')
    step(1)
    expect(shown()).toBe('b 2/3')
    step(1)
    step(1)
    expect(shown()).toBe('a 1/3')
    step(-1)
    expect(shown()).toBe('c 3/3')
  })

  it('keeps the one that is read where more come, and where others go', () => {
    const { shown, step, add, change } = dock(ask('b', 2), ask('a', 1))
    step(1)
    add(ask('c', 3))
    add(ask('0', 0))
    expect(shown()).toBe('b 3/4')
    change('a', { state: 'approved' })
    expect(shown()).toBe('b 2/3')
  })

  it('keeps the one that is read when somebody else decides it, until it is left', () => {
    const { shown, change, leave, step } = dock(ask('b', 2), ask('a', 1))
    change('a', { state: 'executed' })
    expect(shown()).toBe('a 1/2')
    step(1)
    expect(shown()).toBe('b 1/1')
    change('b', { state: 'rejected' })
    expect(shown()).toBe('b 1/1')
    leave()
    expect(shown()).toBe('undefined 0/0')
  })

  it('goes on to the next that waits, from the last one to the first, and to one that comes later', () => {
    const { shown, change, step, leave, add } = dock(ask('c', 3), ask('b', 2), ask('a', 1))
    step(1)
    change('b', { state: 'approved' })
    leave()
    expect(shown()).toBe('c 2/2')
    change('c', { state: 'approved' })
    leave()
    expect(shown()).toBe('a 1/1')
    change('a', { state: 'approved' })
    leave()
    add(ask('d', 4))
    expect(shown()).toBe('d 1/1')
  })
})
