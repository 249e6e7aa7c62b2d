import { expect, test } from './support/fixtures.ts'

test.use({ variables: { NORTHLIGHT_MODEL: 'demo:paced' } })

test('X08 with reduced motion the work in progress keeps a still cue and its words', async ({ page, app }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const [level, slot] of [[0, 'live-line'], [1, 'steps']] as const) {
    await app.saveLevel(level)
    await app.open(page)
    await app.ask(page, 'What failed in the last run?')
    await expect(page).toHaveURL(/\/chat\//)
    const row = page.locator(`[data-slot="${slot}"]`).last()
    const mark = row.locator('.nl-working-mark').first()
    await expect(mark).toBeVisible()
    const readCue = () => mark.evaluate((element) => {
      const { animationName, borderTopWidth, width, opacity } = getComputedStyle(element, '::before')
      return { animationName, borderTopWidth, width, opacity }
    })
    await expect.poll(readCue).toEqual({ animationName: 'none', borderTopWidth: '2px', width: '12px', opacity: '1' })
    await expect(row).toContainText(/\S/)
    expect(await page.evaluate(() => document.getAnimations().length)).toBe(0)
    await page.getByRole('button', { name: 'Stop' }).click()
    await expect(page.getByRole('button', { name: 'Stop' })).toHaveCount(0)
  }
})

test('X07 a long message of one\'s own folds to twelve lines on the screen, and is whole on paper', async ({ page, app }) => {
  const lines = Array.from({ length: 40 }, (_, index) => `Line ${index}`).join('\n')
  const id = await app.importChat([{ id: 'q', role: 'user', parts: [{ type: 'text', text: lines }] }])
  await app.open(page, `/chat/${id}`)
  const prompt = page.locator('[data-slot="prompt"]')
  const heightOf = () => prompt.evaluate((element) => element.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(element).lineHeight))
  expect(Math.round(await heightOf())).toBe(12)
  await page.emulateMedia({ media: 'print' })
  expect(Math.round(await heightOf())).toBe(40)
  await page.emulateMedia({ media: 'screen' })
  await page.getByRole('button', { name: 'Show the whole message' }).click()
  expect(Math.round(await heightOf())).toBe(40)
  await expect(page.getByRole('button', { name: 'Show the start only' })).toBeFocused()
})
