import type { Page } from '@playwright/test'
import { detailLevels } from '#layers/northlight/shared/settings/detail-level.ts'
import { placementAnswer, placementMessage } from '#layers/northlight/tests/fixtures/messages/placement-message.ts'
import { expect, test } from '#layers/northlight/tests/e2e/support/held-fixtures.ts'

const log = '[data-slot="transcript"]'
const card = '[data-slot="steps"]'
const toolLine = '[data-slot="tool-line"]'
const reason = 'There is no test run with this id.'

const call = (manner: string, name: string, fields: object = {}) => ({
  type: `tool-${name}`, toolCallId: `call-${name}`, toolMetadata: { northlight: { manner } }, state: 'output-available', input: {}, output: {}, ...fields,
})
const text = (content: string) => ({ type: 'text', text: content, state: 'done' })
const toChat = (...parts: object[]) => [{ id: 'q', role: 'user', parts: [text('What failed?')] }, { id: 'a', role: 'assistant', parts }]
const failedCall = call('internal', 'get_run', { input: { runId: 'run-99' }, output: undefined, state: 'output-error', errorText: reason })

const stored = (page: Page) => page.locator('[data-slot="message"][data-role="assistant"]')

for (const level of detailLevels) {
  test(`S01 S02 inside a run of calls a write keeps its receipt and an ask stands by itself, at level ${level}`, async ({ page, app }) => {
    await app.saveLevel(level)
    const id = await app.importChat(toChat(
      call('internal', 'list_runs', { output: { runs: [] } }), call('user-facing', 'delete_matter', { output: { deleted: true } }),
      call('internal', 'get_run'), call('user-facing', 'post_comment', { state: 'approval-requested', approval: { id: 'ask' }, output: undefined, input: { body: 'Two tests failed.' } }),
      call('internal', 'list_runs', { toolCallId: 'again', output: { runs: [] } }), text('Two tests failed.'),
    ))
    await app.open(page, `/chat/${id}`)
    const receipt = stored(page).locator('[data-slot="receipt"]')
    const approval = stored(page).locator('[data-slot="approval"]')
    await expect(receipt).toBeVisible()
    await expect(receipt).toContainText('delete matter', { ignoreCase: true })
    await expect(approval).toBeVisible()
    // Imported: nothing here waits for anybody, and the words say so.
    await expect(approval).toHaveAttribute('data-state', 'expired')
    await expect(approval).toContainText('Two tests failed.')
    await expect(page.locator(card).locator('[data-slot="receipt"], [data-slot="approval"]')).toHaveCount(0)
  })
}

test('S08 a closed card shows its failure with the reason; one click opens the error, focus on its row, after a reload too', async ({ page, app, model }) => {
  await app.saveLevel(1)
  await app.open(page)
  await app.ask(page, 'What failed?')
  const first = await model.nextStep()
  first.call('one', 'list_runs', { limit: 1 })
  first.call('two', 'get_run', { runId: 'run-99', show: 'failed' })
  first.end()
  const second = await model.nextStep()
  second.say('I could not find that run, so I can\'t say what failed in it.')
  second.end()
  await expect(page.getByRole('button', { name: 'Send' })).toBeVisible()
  await expect(page).toHaveURL(/\/chat\//)
  for (const reload of [false, true]) {
    if (reload) await app.open(page, new URL(page.url()).pathname)
    await expect(page.locator(card)).toHaveAttribute('data-state', 'closed')
    await expect(page.locator(card).locator('button').first()).toContainText('1 failed')
    const failure = page.locator(`${card} > * ${toolLine}`)
    await expect(failure).toHaveCount(1)
    await expect(failure).toHaveAttribute('data-call-state', 'failed')
    await expect(failure).toContainText(/run/i)
    await failure.getByRole('button').click()
    await expect(failure.locator('[data-slot="tool-details"]')).toContainText('run-99')
    await expect(failure.getByRole('button').first()).toBeFocused()
    await expect(page.locator(card)).toHaveAttribute('data-state', 'closed')
  }
})

test('S08 a card without a failure shows no line while it is closed', async ({ page, app }) => {
  await app.saveLevel(1)
  await app.open(page, `/chat/${await app.importChat(toChat(call('internal', 'list_runs'), text('Nothing failed.')))}`)
  await expect(page.locator(card)).toHaveAttribute('data-state', 'closed')
  await expect(page.locator(toolLine)).toHaveCount(0)
})

test('R21 a turn of tools alone shows that it works, then that it has no reply, at level 0', async ({ page, app, model }) => {
  await app.saveLevel(0)
  await app.open(page)
  await app.ask(page, 'What failed?')
  const first = await model.nextStep()
  first.call('one', 'list_runs', { limit: 1 })
  await expect(page.locator('[data-slot="live-line"]')).toHaveText('Working')
  first.end()
  const second = await model.nextStep()
  await expect(page.locator('[data-slot="live-line"]')).toBeVisible()
  second.end()
  await expect(page.locator('[data-slot="outcome"]')).toContainText('Finished without a reply')
  await expect(page.locator('[data-slot="live-line"]')).toHaveCount(0)
})

test('V05 another level redraws what was said before it, without a reload', async ({ page, context, app }) => {
  await app.saveLevel(0)
  const id = await app.importChat([{ id: 'q', role: 'user', parts: [text('What failed?')] }, placementMessage])
  await app.open(page, `/chat/${id}`)
  let loads = 0
  page.on('load', () => loads += 1)
  await expect(page.locator('[data-slot="answer"]')).toHaveText([placementAnswer])
  const settings = await context.newPage()
  await app.open(settings, '/settings/appearance')
  await settings.getByRole('radio', { name: 'Everything' }).check()
  await expect(page.locator(log)).toHaveAttribute('data-detail-level', '4')
  await expect(page.locator('[data-slot="answer"]')).toHaveCount(4)
  await expect(page.locator('[data-slot="answer"]').first()).toHaveText('Let me check the runs.')
  await expect(page.locator(toolLine)).toHaveCount(3)
  await settings.getByRole('radio', { name: 'Answer only' }).check()
  await expect(page.locator('[data-slot="answer"]')).toHaveText([placementAnswer])
  await expect(page.locator(toolLine)).toHaveCount(0)
  expect(loads).toBe(0)
})

test('focus inside a card that folds when the turn ends goes to its header, never to nowhere', async ({ page, app, model }) => {
  await app.saveLevel(1)
  await app.open(page)
  await app.ask(page, 'What failed?')
  await expect(page).toHaveURL(/\/chat\//)
  const first = await model.nextStep()
  first.think('The records know.')
  first.call('one', 'list_runs', { limit: 1 })
  first.end()
  const second = await model.nextStep()
  const line = page.locator(toolLine).getByRole('button')
  await line.focus()
  await expect(line).toBeFocused()
  second.say('Nothing failed in the last run.\n\nAll of its tests passed.')
  await expect(page.locator(card)).toHaveAttribute('data-state', 'closed')
  await expect(page.locator(card).getByRole('button').first()).toBeFocused()
  second.end()
  await expect(page.getByRole('button', { name: 'Send' })).toBeVisible()
  await expect(page.locator(card).getByRole('button').first()).toBeFocused()
})

test('focus on a row that another level does not have goes to its message\'s place in the transcript', async ({ page, context, app }) => {
  await app.saveLevel(2)
  await app.open(page, `/chat/${await app.importChat(toChat(call('internal', 'list_runs'), failedCall, text('Two tests failed.')))}`)
  await page.locator(toolLine).first().getByRole('button').focus()
  const settings = await context.newPage()
  await app.open(settings, '/settings/appearance')
  await settings.getByRole('radio', { name: 'Answer only' }).check()
  await expect(page.locator(log)).toHaveAttribute('data-detail-level', '0')
  expect(await page.evaluate(() => document.activeElement?.closest('[role="log"]') !== null && document.activeElement !== document.body)).toBe(true)
})
