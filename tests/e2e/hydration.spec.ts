import { detailLevels } from '#layers/northlight/shared/settings/detail-level.ts'
import { placementMessage } from '#layers/northlight/tests/fixtures/messages/placement-message.ts'
import { expect, test, waitForHydration } from './support/fixtures.ts'

// As far from the server's clock and language as a browser can be.
test.use({ timezoneId: 'Pacific/Auckland', locale: 'de-DE' })

const chat = [
  { id: 'q', role: 'user', parts: [{ type: 'text', text: 'What failed?' }] },
  placementMessage,
  { id: 'q2', role: 'user', parts: [{ type: 'text', text: 'A NUL \u0000 and half a pair \uD83D.' }] },
  { id: 'a2', role: 'assistant', parts: [{ type: 'data-unknown', data: { at: 1_764_500_000_000 } }, { type: 'file', mediaType: 'text/plain', url: 'https://example.org/log.txt', filename: 'log.txt' }] },
]

/** Every page, with and without a chat; `:id` is the chat's. */
const addresses = ['/', '/chat', '/chat/:id', '/settings/appearance', '/settings/api-keys', '/embed', '/embed?chat=:id', '/word', '/word?chat=:id']

for (const level of detailLevels) {
  test(`N03 the browser finds every page as the server left it, at level ${level}`, async ({ page, app }) => {
    const id = await app.importChat(chat)
    await app.saveLevel(level)
    // What differs is reported on the console, which fails any test of ours (tests/e2e/support/fixtures.ts).
    for (const address of addresses) await app.open(page, address.replace(':id', id))
  })
}

test('N03 a page that the browser does not find as the server left it is noticed', async ({ browser, app }) => {
  const context = await browser.newContext()
  const page = await context.newPage()
  const logged: string[] = []
  page.on('console', (message) => logged.push(message.text()))
  await page.route(`${app.server.url}/embed`, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).replace('What would you like to know?', 'What was that?') })
  })
  await page.goto(`${app.server.url}/embed`)
  await waitForHydration(page)
  expect(logged.join('\n')).toMatch(/hydration|mismatch/i)
  await context.close()
})
