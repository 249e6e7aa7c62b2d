import type { TestResult } from '#layers/northlight/shared/reports/test-report.ts'

/** A run of the demo workspace; each entry of `results` is one test. */
export interface DemoRun {
  title: string
  /** How long before the workspace was made, in hours. */
  hoursAgo: number
  results: TestResult[]
}

const checkout = 'checkout.spec.ts › Checkout'
const search = 'search.spec.ts › Search'
const account = 'account.spec.ts › Account'

function passed(suite: string, name: string, durationMs: number): TestResult {
  return { suite, name, status: 'passed', flaky: false, attempts: 1, durationMs }
}

function flaky(suite: string, name: string, durationMs: number, message: string): TestResult {
  return { suite, name, status: 'passed', flaky: true, attempts: 2, durationMs, message }
}

function failed(suite: string, name: string, durationMs: number, message: string): TestResult {
  return { suite, name, status: 'failed', flaky: false, attempts: 1, durationMs, message }
}

function skipped(suite: string, name: string, message: string): TestResult {
  return { suite, name, status: 'skipped', flaky: false, attempts: 1, message }
}

const searchPassed = [
  passed(search, 'finds a product by its name', 812),
  passed(search, 'finds a product by its number', 640),
  passed(search, 'says so when nothing matches', 355),
]

/** The demo workspace's history, oldest first. */
export const demoRuns: DemoRun[] = [
  {
    title: 'Nightly shop suite, Monday',
    hoursAgo: 50,
    results: [
      passed(checkout, 'pays with a card', 2_140),
      passed(checkout, 'keeps the basket over a reload', 1_320),
      passed(checkout, 'shows the total with tax', 540),
      skipped(checkout, 'pays on invoice', 'Not in this market yet'),
      ...searchPassed,
      passed(account, 'signs in', 910),
      passed(account, 'changes the address', 1_180),
    ],
  },
  {
    title: 'Nightly shop suite, Tuesday',
    hoursAgo: 26,
    results: [
      passed(checkout, 'pays with a card', 2_310),
      flaky(checkout, 'keeps the basket over a reload', 4_920, 'Timed out after 3000 ms waiting for the basket'),
      passed(checkout, 'shows the total with tax', 533),
      skipped(checkout, 'pays on invoice', 'Not in this market yet'),
      ...searchPassed,
      failed(account, 'signs in', 6_020, 'Expected status 200, received 503'),
      passed(account, 'changes the address', 1_240),
    ],
  },
  {
    title: 'Nightly shop suite, Wednesday',
    hoursAgo: 2,
    results: [
      failed(checkout, 'pays with a card', 7_480, 'Expected "Thank you for your order", received "Payment declined"'),
      flaky(checkout, 'keeps the basket over a reload', 5_110, 'Timed out after 3000 ms waiting for the basket'),
      failed(checkout, 'shows the total with tax', 610, 'Expected 119.00, received 100.00'),
      skipped(checkout, 'pays on invoice', 'Not in this market yet'),
      ...searchPassed,
      passed(account, 'signs in', 930),
      flaky(account, 'changes the address', 3_870, 'Element is not stable'),
    ],
  },
]
