import type { TestResult } from '#layers/northlight/shared/reports/test-report.ts'
import type { RunFacts, RunKind } from '#layers/northlight/shared/runs/run-facts.ts'

/** A run of the demo workspace; each entry of `results` is one test. */
export interface DemoRun {
  title: string
  /** How long before the workspace was made, in hours. */
  hoursAgo: number
  facts: RunFacts
  results: TestResult[]
}

type Trouble = Pick<TestResult, 'status' | 'flaky' | 'attempts' | 'message'> & { name: string }

interface DemoMoment {
  hoursAgo: number
  kind: RunKind
  title: string
  pull?: number
  /** The tests that did not simply pass. */
  troubles?: readonly Trouble[]
  /** So many tests had run when it was interrupted. */
  ranOnly?: number
}

const fail = (name: string, message: string): Trouble => ({ name, status: 'failed', flaky: false, attempts: 1, message })
const retry = (name: string, message: string): Trouble => ({ name, status: 'passed', flaky: true, attempts: 2, message })

/** The shop's tests in the report's order, with what they take on a good day. */
const tests = [
  { suite: 'checkout.spec.ts › Checkout', name: 'pays with a card', durationMs: 2_180 },
  { suite: 'checkout.spec.ts › Checkout', name: 'keeps the basket over a reload', durationMs: 1_290 },
  { suite: 'checkout.spec.ts › Checkout', name: 'shows the total with tax', durationMs: 520 },
  { suite: 'checkout.spec.ts › Checkout', name: 'pays on invoice', durationMs: undefined },
  { suite: 'search.spec.ts › Search', name: 'finds a product by its name', durationMs: 790 },
  { suite: 'search.spec.ts › Search', name: 'finds a product by its number', durationMs: 630 },
  { suite: 'search.spec.ts › Search', name: 'says so when nothing matches', durationMs: 340 },
  { suite: 'account.spec.ts › Account', name: 'signs in', durationMs: 890 },
  { suite: 'account.spec.ts › Account', name: 'changes the address', durationMs: 1_150 },
]

const basket = retry('keeps the basket over a reload', 'Timed out after 3000 ms waiting for the basket')
const address = retry('changes the address', 'Element is not stable')
/** Came with pull request 407, and went with 411. */
const noNumber = fail('finds a product by its number', 'Expected 1 product, received 0')
const shopIsAway = tests.map(({ name }) => fail(name, 'connect ECONNREFUSED shop.example:443'))

const merged = (hoursAgo: number, pull: number, ...troubles: Trouble[]): DemoMoment => ({ hoursAgo, kind: 'post_merge', title: `Shop suite after the merge of #${pull}`, pull, troubles })
const checked = (hoursAgo: number, pull: number, ...troubles: Trouble[]): DemoMoment => ({ hoursAgo, kind: 'pr_check', title: `Shop suite for #${pull}`, pull, troubles })
const scheduled = (hoursAgo: number, day: string, ...troubles: Trouble[]): DemoMoment => ({ hoursAgo, kind: 'schedule', title: `Nightly shop suite, ${day}`, troubles })

const moments: DemoMoment[] = [
  merged(334, 402),
  checked(328, 403),
  merged(310, 403),
  checked(304, 404, basket),
  merged(288, 404),
  checked(282, 405),
  merged(262, 405, address),
  { ...checked(256, 406), ranOnly: 4 },
  checked(238, 407),
  merged(230, 407, noNumber),
  checked(214, 408, noNumber),
  checked(206, 409, noNumber, basket),
  checked(190, 410, ...shopIsAway),
  checked(176, 411),
  merged(170, 411),
  scheduled(146, 'Thursday', basket),
  scheduled(122, 'Friday'),
  merged(116, 409),
  scheduled(98, 'Saturday', address),
  scheduled(74, 'Sunday'),
  merged(68, 412, basket),
  checked(44, 413),
  merged(20, 413, basket),
]

const triggers: Partial<Record<RunKind, string>> = { post_merge: 'Merged to main', pr_check: 'Pull request changed' }

/** The runs of two weeks around the nightly ones of the last days, made from what went wrong in each. */
export const demoHistory: DemoRun[] = moments.map(({ hoursAgo, kind, title, pull, troubles = [], ranOnly }, place) => ({
  title,
  hoursAgo,
  facts: {
    kind,
    status: ranOnly === undefined ? 'done' : 'interrupted',
    trigger: triggers[kind] ?? 'Every night',
    branch: kind === 'pr_check' ? `change-${pull}` : 'main',
    pullNumber: pull,
  },
  results: tests.slice(0, ranOnly).map(({ suite, name, durationMs }, index): TestResult => {
    if (durationMs === undefined) return { suite, name, status: 'skipped', flaky: false, attempts: 1, message: 'Not in this market yet' }
    const trouble = troubles.find((one) => one.name === name)
    const tookMs = durationMs + (place * 53 + index * 37) % 160
    return trouble ? { suite, ...trouble, durationMs: tookMs + 3_000 } : { suite, name, status: 'passed', flaky: false, attempts: 1, durationMs: tookMs }
  }),
}))
