import { placementMessage } from '#layers/northlight/tests/fixtures/messages/placement-message.ts'
import { expect, test } from './support/fixtures.ts'

declare global {
  interface Window {
    seenRows(): { levels: string[], slots: string[] }
  }
}

/** Runs before any script of the page: keeps each level that was ever in the document, and each kind of row. */
function watchRows() {
  const seen = { levels: new Set<string>(), slots: new Set<string>() }
  const look = () => {
    for (const element of document.querySelectorAll('[data-detail-level]')) seen.levels.add(element.getAttribute('data-detail-level') ?? '')
    for (const element of document.querySelectorAll('[data-slot="message"][data-role="assistant"] [data-slot]')) {
      seen.slots.add([element.getAttribute('data-slot'), element.getAttribute('data-state')].filter(Boolean).join(':'))
    }
  }
  new MutationObserver(look).observe(document, { childList: true, subtree: true, attributes: true })
  window.seenRows = () => ({ levels: [...seen.levels], slots: [...seen.slots].sort() })
}

const slots = {
  0: ['answer', 'housekeeping-note:closed'],
  1: ['answer', 'housekeeping-note:closed', 'steps:closed'],
  4: ['answer', 'reasoning:open', 'steps:open', 'tool-line:closed'],
}

for (const level of [0, 1, 4] as const) {
  test(`at level ${level} the server's HTML has it, and no row of another level is ever in the document`, async ({ page, app }) => {
    const id = await app.importChat([{ id: 'q', role: 'user', parts: [{ type: 'text', text: 'What failed?' }] }, placementMessage])
    await app.saveLevel(level)
    const html = await (await fetch(`${app.server.url}/chat/${id}`)).text()
    expect(html).toContain(`data-detail-level="${level}"`)
    expect(html.includes('data-slot="steps"')).toBe(level > 0)
    await page.addInitScript(watchRows)
    await app.open(page, `/chat/${id}`)
    const seen = await page.evaluate(() => window.seenRows())
    expect(seen.levels).toEqual([String(level)])
    expect(seen.slots).toEqual(slots[level])
  })
}

test('a chat that is not there answers 404 with a page that says what to do', async ({ page, app }) => {
  const answer = await page.goto(`${app.server.url}/chat/nobody-knows-this-one`)
  expect(answer?.status()).toBe(404)
  await expect(page.getByText('There is no such chat.')).toBeVisible()
})
