import { test as base } from './fixtures.ts'
import { startHeldModel } from './held-model.ts'
import type { HeldModel } from './held-model.ts'

/** A server whose model says what the test makes it say, when the test makes it. */
export const test = base.extend<object, { model: HeldModel }>({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs from this pattern.
  model: [async ({}, use) => {
    const model = await startHeldModel()
    await use(model)
    await model.close()
  }, { scope: 'worker' }],
  variables: [async ({ model }, use) => {
    await use(model.variables)
  }, { scope: 'worker' }],
})

export { expect } from './fixtures.ts'
