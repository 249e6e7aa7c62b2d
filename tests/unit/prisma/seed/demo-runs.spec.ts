import { expect, it } from 'vitest'
import { demoRuns } from '#layers/northlight/prisma/seed/demo-runs.ts'
import { computeReportCounters } from '#layers/northlight/shared/reports/compute-report-counters.ts'
import { computeRunOutcome } from '#layers/northlight/shared/runs/compute-run-outcome.ts'

const outcomes = demoRuns.map(({ results, facts, ...run }) => ({ ...run, ...facts, results, outcome: computeRunOutcome(computeReportCounters(results)) }))
const failingIn = (name: string) => outcomes.flatMap(({ results, outcome }, place) => outcome !== 'environment_failure' && results.some((result) => result.name === name && result.status === 'failed') ? [place] : [])

it('is two weeks of several kinds of runs, oldest first, each by a name of its own', () => {
  const hours = demoRuns.map(({ hoursAgo }) => hoursAgo)
  expect(hours).toEqual(hours.toSorted((one, other) => other - one))
  expect(hours[0]).toBeLessThanOrEqual(14 * 24)
  expect(hours[0]).toBeGreaterThan(13 * 24)
  expect(demoRuns.length).toBeGreaterThanOrEqual(24)
  expect(new Set(demoRuns.map(({ title }) => title)).size).toBe(demoRuns.length)
  expect(new Set(outcomes.map(({ kind }) => kind))).toEqual(new Set(['post_merge', 'pr_check', 'schedule']))
  expect(demoRuns.at(-1)).toMatchObject({ title: 'Nightly shop suite, Wednesday', hoursAgo: 2 })
})

it('begins green, has one run that the environment failed and one that was interrupted', () => {
  expect(outcomes.slice(0, 3).map(({ outcome }) => outcome)).toEqual(['passed', 'passed', 'passed'])
  expect(outcomes.filter(({ outcome }) => outcome === 'environment_failure')).toHaveLength(1)
  expect(outcomes.filter(({ status }) => status === 'interrupted')).toHaveLength(1)
})

it('has a failure that came with one merge and went with another', () => {
  const broken = failingIn('finds a product by its number')
  const [first = 0, last = 0] = [broken[0], broken.at(-1)]
  expect(outcomes[first]).toMatchObject({ kind: 'post_merge', pullNumber: 407 })
  expect(outcomes.slice(first, last + 1).every(({ outcome }, index) => outcome === 'environment_failure' || broken.includes(first + index))).toBe(true)
  expect(outcomes.slice(last + 1).find(({ kind }) => kind === 'post_merge')).toMatchObject({ pullNumber: 411, outcome: 'passed' })
})
