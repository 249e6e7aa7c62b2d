import type { Page } from '@playwright/test'
import { placementMessage } from '#layers/northlight/tests/fixtures/messages/placement-message.ts'
import { expect, test } from '#layers/northlight/tests/e2e/support/held-fixtures.ts'

declare global {
  interface Window {
    announced: string[]
    busyWhileGrowing: string[]
  }
}

const log = '[data-slot="transcript"]'
const answer = '[data-slot="answer"]'

/** Writes down all that any live region says, and the log's state at each of its changes. */
async function listen(page: Page) {
  await page.addInitScript(() => {
    window.announced = []
    window.busyWhileGrowing = []
    const toElement = (node: Node) => node instanceof Element ? node : node.parentElement
    new MutationObserver((changes) => {
      for (const { type, target, addedNodes } of changes) {
        const region = toElement(target)?.closest('[aria-live="polite"], [aria-live="assertive"], [role="status"], [role="alert"]')
        for (const node of region ? (type === 'characterData' ? [target] : addedNodes) : []) {
          // Vue marks the ends of a list by comments.
          const text = node.nodeName === '#comment' ? undefined : node.textContent?.trim()
          if (text) window.announced.push(region?.getAttribute('aria-live') === 'assertive' ? `at once: ${text}` : text)
        }
        const busy = toElement(target)?.closest('[role="log"]')?.getAttribute('aria-busy')
        if (busy) window.busyWhileGrowing.push(busy)
      }
    }).observe(document, { childList: true, subtree: true, characterData: true })
  })
}

const announced = (page: Page) => page.evaluate(() => window.announced)

for (const level of [1, 4] as const) {
  test(`X03 a run of three steps is told by its boundaries alone, at level ${level}`, async ({ page, app, model }) => {
    await app.saveLevel(level)
    await listen(page)
    await app.open(page)
    await app.ask(page, 'What failed?')
    for (const [id, words] of [['one', 'Let me look. '], ['two', 'And again. '], ['three', 'Once more. ']] as const) {
      const step = await model.nextStep()
      for (const word of words.split(/(?<= )/)) step.say(word)
      step.call(id, 'list_runs', { limit: 1 })
      step.end()
    }
    const last = await model.nextStep()
    const words = ['Two ', 'tests ', 'failed ', 'in ', 'the ', 'last ', 'run.']
    for (const [index, word] of words.entries()) {
      last.say(word)
      await expect(page.locator('[data-slot="message"]').last()).toContainText(words.slice(0, index + 1).join('').trim())
    }
    last.end()
    await expect(page.getByRole('button', { name: 'Send' })).toBeVisible()
    await expect.poll(() => announced(page)).toEqual(['Working', 'Checked 1 run', 'Checked 1 run', 'Checked 1 run', 'Answer ready'])
  })
}

test('X03 at level 0 the work is not told, its beginning and end are', async ({ page, app, model }) => {
  await app.saveLevel(0)
  await listen(page)
  await app.open(page)
  await app.ask(page, 'What failed?')
  const step = await model.nextStep()
  step.call('one', 'list_runs', { limit: 1 })
  step.end()
  const last = await model.nextStep()
  last.say('Nothing.')
  last.end()
  await expect(page.locator(answer)).toHaveText('Nothing.')
  await expect.poll(() => announced(page)).toEqual(['Working', 'Answer ready'])
})

test('X03 a stop and a question are told once', async ({ page, app, model }) => {
  await app.saveLevel(1)
  await listen(page)
  await app.open(page)
  await app.ask(page, 'What failed?')
  const held = await model.nextStep()
  held.say('Let me')
  await expect(page.locator('[data-slot="message"]').last()).toContainText('Let me')
  await page.getByRole('button', { name: 'Stop' }).click()
  await expect.poll(() => announced(page)).toEqual(['Working', 'Stopped'])
  await app.ask(page, 'And now?')
  const asking = await model.nextStep()
  asking.call('ask', 'ask_question', { question: 'Which run?', choices: ['Monday', 'Tuesday'] })
  asking.end()
  await expect(page.locator('[data-slot="question"]')).toBeVisible()
  await expect.poll(async () => (await announced(page)).slice(2)).toEqual(['Working', 'Question: Which run?', 'Waiting for you'])
})

test('X04 a failure is told at once, in a region of its own outside the log; all else waits its turn', async ({ page, app, model }) => {
  await listen(page)
  await app.open(page)
  await app.ask(page, 'What failed?')
  const step = await model.nextStep()
  step.fail(401, 'The key is not known.')
  await expect(page.locator('[data-slot="error"]')).toContainText('The key is not known.')
  await expect.poll(() => announced(page)).toEqual(['Working', 'at once: Failed: The model did not answer: The key is not known.'])
  const regions = page.locator('[aria-live="polite"], [aria-live="assertive"]')
  expect(await regions.evaluateAll((elements) => elements.map((element) => [element.getAttribute('aria-live'), element.closest('[role="log"]') !== null])))
    .toEqual([['polite', false], ['assertive', false]])
})

test('X01 the log reads no token out: it is no live region, busy at every change while the answer is written, and not afterwards', async ({ page, app, model }) => {
  await app.saveLevel(1)
  await listen(page)
  const id = await app.importChat([{ id: 'q', role: 'user', parts: [{ type: 'text', text: 'Hello?' }] }, placementMessage])
  await app.open(page, `/chat/${id}`)
  await expect(page.locator(log)).toHaveAttribute('aria-busy', 'false')
  await expect(page.locator(log)).toHaveAttribute('aria-live', 'off')
  await page.evaluate(() => {
    window.busyWhileGrowing = []
  })
  await app.ask(page, 'What failed?')
  const step = await model.nextStep()
  await expect(page.locator(log)).toHaveAttribute('aria-busy', 'true')
  for (const word of ['Two ', 'tests ', 'failed.']) {
    step.say(word)
    await expect(page.locator('[data-slot="message"]').last()).toContainText(word.trim())
  }
  expect(new Set(await page.evaluate(() => window.busyWhileGrowing))).toEqual(new Set(['true']))
  step.end()
  await expect(page.locator(log)).toHaveAttribute('aria-busy', 'false')
  expect((await announced(page)).filter((text) => text === 'Answer ready')).toHaveLength(1)
})

test('X03 opening a chat, and another level, tell nothing of the transcript', async ({ page, context, app }) => {
  await app.saveLevel(1)
  await listen(page)
  const id = await app.importChat([{ id: 'q', role: 'user', parts: [{ type: 'text', text: 'Hello?' }] }, placementMessage])
  await app.open(page, `/chat/${id}`)
  const settings = await context.newPage()
  await app.open(settings, '/settings/appearance')
  await settings.getByRole('radio', { name: 'Everything' }).check()
  await expect(page.locator(log)).toHaveAttribute('data-detail-level', '4')
  expect((await announced(page)).filter((text) => !/detail level/i.test(text))).toEqual([])
})
