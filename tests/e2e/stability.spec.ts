import type { Page } from '@playwright/test'
import type { DetailLevel } from '#layers/northlight/shared/settings/detail-level.ts'
import { detailLevels } from '#layers/northlight/shared/settings/detail-level.ts'
import { placementMessage } from '#layers/northlight/tests/fixtures/messages/placement-message.ts'
import { expect, test as base } from './support/fixtures.ts'
import type { App } from './support/fixtures.ts'
import { startPacedModel } from './support/paced-model.ts'
import { createSeededRandom } from './support/seeded-random.ts'
import type { FrameSample } from './support/stability/frame-sample.ts'
import { judgeRecording, measureCalm } from './support/stability/judge-recording.ts'
import { hasBegun, hasEnded, readRecording, recordFrames, wheelUp } from './support/stability/record-frames.ts'
import { recordedTurns, toRecordedStep } from './support/stability/recorded-turns.ts'

const isLong = process.env.NORTHLIGHT_SOAK !== undefined
/** Between two words of the model, in milliseconds. */
const paceMs = 15
const slowDown = 4
const mayTakeMs = isLong ? 900_000 : 240_000
/** For one act of the reader. */
const mayWaitMs = 30_000
const log = '[data-slot="transcript"]'
const message = '[data-slot="message"]'
const richest = 'reasoning-tools-prose'
const names = Object.keys(recordedTurns)
const newest = (page: Page) => page.getByRole('button', { name: 'Newest' })

const test = base.extend<object, { paced: Record<string, string> }>({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs from this pattern.
  paced: [async ({}, use) => {
    const model = await startPacedModel({ paceMs, toStep: toRecordedStep })
    // So many questions in a minute are no person's.
    await use({ ...model.variables, NORTHLIGHT_LIMITS: 'off' })
    await model.close()
  }, { scope: 'worker' }],
  variables: [async ({ paced }, use) => {
    await use(paced)
  }, { scope: 'worker' }],
})

const toChat = (exchanges: number) => Array.from({ length: exchanges }, (_, index) => [
  { id: `question-${index}`, role: 'user', parts: [{ type: 'text', text: `Question ${index}` }] }, { ...placementMessage, id: `answer-${index}` },
]).flat()

/** Opens a chat on a page that is slow, as it would be on a phone, and records its frames. */
async function openSlowly(page: Page, app: App, level: DetailLevel, exchanges: number) {
  page.setDefaultTimeout(mayWaitMs)
  await app.saveLevel(level)
  await app.open(page, exchanges === 0 ? '/' : `/chat/${await app.importChat(toChat(exchanges))}`)
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowDown })
}

interface Reading {
  reader: FrameSample['reader']
  /** What goes on again and again from the answer's beginning until the turn ends. */
  meanwhile?(): Promise<void>
}

/** One turn, and what was not calm in it, from before its question to after its end. */
async function watchTurn(page: Page, app: App, name: string, { reader, meanwhile }: Reading) {
  if (await newest(page).isVisible()) await newest(page).click()
  await recordFrames(page, reader === 'up' ? 900 : 0)
  await app.ask(page, name)
  const { stopAt } = recordedTurns[name] ?? {}
  if (stopAt !== undefined) {
    await expect(page.locator(message).last()).toContainText(stopAt)
    await page.getByRole('button', { name: 'Stop' }).click()
  }
  if (meanwhile) await expect.poll(() => hasBegun(page)).toBe(true)
  while (meanwhile && !await hasEnded(page)) await meanwhile()
  await expect.poll(() => hasEnded(page), { timeout: 30_000 }).toBe(true)
  await page.evaluate(() => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))))
  const recording = await readRecording(page)
  const { frames, worstShift } = measureCalm(recording)
  console.log(`${name}, reader ${reader}: ${frames} frames, worst shift ${worstShift.toFixed(2)} px`)
  // A page that is drawn once has nothing to compare.
  expect(frames).toBeGreaterThan(1)
  expect(recording.frames.at(-1)?.reader).toBe(reader)
  expect.soft(judgeRecording(recording), name).toEqual([])
}

test('L12 a new chat gets its own address in mid-stream, and nothing of it moves', async ({ page, app }) => {
  await openSlowly(page, app, 1, 0)
  await watchTurn(page, app, 'reasoning-tools-prose', { reader: 'following' })
  await expect(page).toHaveURL(/\/chat\//)
})

for (const level of detailLevels) {
  // The short form: each turn once, at some level.
  const [followed, left] = isLong ? [names, names] : [names.slice(level, level + 1), names.slice(level + 4, level + 5)]

  test(`L12 turns are written calmly for those who follow and for those who read above, at level ${level}`, async ({ page, app }) => {
    test.setTimeout(mayTakeMs)
    await openSlowly(page, app, level, isLong ? 50 : 6)
    for (const name of followed) await watchTurn(page, app, name, { reader: 'following' })
    for (const name of left) await watchTurn(page, app, name, { reader: 'up' })
  })
}

for (const reader of ['following', 'up'] as const) {
  test(`L12 other levels in mid-stream leave the place of a reader who is ${reader}`, async ({ page, app }) => {
    test.setTimeout(mayTakeMs)
    await openSlowly(page, app, 0, 6)
    const random = createSeededRandom(7)
    const go = async (level: DetailLevel) => {
      await app.saveLevel(level)
      await expect(page.locator(log)).toHaveAttribute('data-detail-level', String(level))
    }
    const toggle = async () => {
      await go(4)
      await go(0)
    }
    const wander = () => go(detailLevels[Math.floor(random() * detailLevels.length)] ?? 0)
    for (const name of isLong ? names : [richest]) await watchTurn(page, app, name, { reader, meanwhile: toggle })
    for (const name of isLong ? names : ['notes']) await watchTurn(page, app, name, { reader, meanwhile: wander })
  })
}

test('L12 a reader goes up through 200 messages while an answer is written below them', async ({ page, app }) => {
  await openSlowly(page, app, 1, 100)
  await watchTurn(page, app, richest, { reader: 'up', meanwhile: () => wheelUp(page, 300) })
})
