import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mergeAttempts, type AttemptOutcome } from '#layers/northlight/server/reports/merge-attempts.ts'
import type { TestStatus } from '#layers/northlight/shared/reports/test-report.ts'

const toAttempt = (status: TestStatus): AttemptOutcome<string> => ({
  status, flaky: false, attempts: 1, durationMs: 1, explanation: status === 'failed' ? 'wrong' : undefined,
})

const mergeAll = (statuses: readonly TestStatus[]) => statuses.map(toAttempt).reduce(mergeAttempts)

describe('attempts of one test', () => {
  it('are decided by the last that was run', () => {
    const statuses = fc.array(fc.constantFrom<TestStatus>('passed', 'failed', 'skipped'), { minLength: 1 })
    fc.assert(fc.property(statuses, (list) => {
      const result = mergeAll(list)
      expect(result.attempts).toBe(list.length)
      expect(result.durationMs).toBe(list.length)
      expect(result.status).toBe(list.filter((status) => status !== 'skipped').at(-1) ?? 'skipped')
      expect(result.flaky).toBe(result.status === 'passed' && list.includes('failed'))
      if (result.flaky) expect(result.explanation).toBe('wrong')
    }))
  })

  it('don\'t lose a failure to a skip, nor what failed before it', () => {
    expect(mergeAll(['failed', 'skipped'])).toMatchObject({ status: 'failed', explanation: 'wrong' })
    expect(mergeAll(['failed', 'passed', 'skipped', 'passed'])).toMatchObject({ status: 'passed', flaky: true })
  })
})
