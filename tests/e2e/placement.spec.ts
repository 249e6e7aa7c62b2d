import type { Locator } from '@playwright/test'
import type { DetailLevel } from '#layers/northlight/shared/settings/detail-level.ts'
import { placementMessage } from '#layers/northlight/tests/fixtures/messages/placement-message.ts'
import { expect, test } from './support/fixtures.ts'

const question = { id: 'question', role: 'user', parts: [{ type: 'text', text: 'What failed?' }] }
const note = 'Let me check the runs.'
const secondNote = 'The newest one failed, so I will read it.'
const answer = 'The nightly run failed in three places'
const reasoning = 'The reader may want this kept.'
const receipt = 'Noted for next time.'

/** The seed's placement table, row by row, as a reader's browser shows it (chat-detail-level.md, "Test plan" 1). */
const placements: Record<DetailLevel, (reply: Locator) => Promise<void>> = {
  0: async (reply) => {
    await expect(reply.locator('[data-slot="steps"], [data-slot="reasoning"], [data-slot="tool-line"], [data-slot="working-note"]')).toHaveCount(0)
    for (const absent of [note, secondNote, reasoning, 'Checked', 'list_runs']) expect(await reply.innerHTML()).not.toContain(absent)
    await expect(reply.locator('[data-slot="housekeeping-note"]')).toHaveText(receipt)
  },
  1: async (reply) => {
    await expect(reply.locator('[data-slot="steps"]').first()).toHaveAttribute('data-state', 'closed')
    await expect(reply.locator('[data-slot="working-note"], [data-slot="tool-line"]')).toHaveCount(0)
    await expect(reply.locator('[data-slot="housekeeping-note"]')).toContainText(receipt)
    await reply.locator('[data-slot="steps"] button').first().click()
    await expect(reply.locator('[data-slot="working-note"]').first()).toHaveText(note)
  },
  2: async (reply) => {
    await expectOpenCards(reply)
    await expect(reply.locator('[data-slot="tool-line"]')).toHaveCount(2)
    await expect(reply.locator('[data-slot="reasoning"]')).toHaveAttribute('data-state', 'closed')
    await expect(reply.locator('[data-slot="tool-details"]')).toHaveCount(0)
  },
  3: async (reply) => {
    await expectOpenCards(reply)
    await expect(reply.locator('[data-slot="reasoning"]')).toHaveAttribute('data-state', 'open')
    await expect(reply.locator('[data-slot="reasoning"]')).toContainText(reasoning)
    await expect(reply.locator('[data-slot="housekeeping-note"]')).toContainText(receipt)
  },
  4: async (reply) => {
    await expect(reply.locator('[data-slot="working-note"], [data-slot="housekeeping-note"]')).toHaveCount(0)
    const prose = await reply.locator('[data-slot="answer"]').allTextContents()
    expect(prose.map((text) => text.trim().slice(0, 20))).toEqual([note, secondNote, answer, receipt].map((text) => text.slice(0, 20)))
    await expect(reply.locator('[data-slot="reasoning"]')).toHaveAttribute('data-state', 'open')
    await expect(reply.locator('[data-slot="tool-line"]')).toHaveCount(3)
  },
}

async function expectOpenCards(reply: Locator) {
  for (const card of await reply.locator('[data-slot="steps"]').all()) await expect(card).toHaveAttribute('data-state', 'open')
  await expect(reply.locator('[data-slot="working-note"]')).toHaveText([note, secondNote])
}

for (const level of [0, 1, 2, 3, 4] as const) {
  test(`the seed's placement at level ${level}`, async ({ page, app }) => {
    const id = await app.importChat([question, placementMessage])
    await app.saveLevel(level)
    await app.open(page, `/chat/${id}`)
    await expect(page.locator('[data-slot="transcript"]')).toHaveAttribute('data-detail-level', String(level))
    const reply = page.locator('[data-slot="message"][data-role="assistant"]')
    await expect(reply.locator('[data-slot="answer"]', { hasText: answer })).toBeVisible()
    await placements[level](reply)
  })
}
