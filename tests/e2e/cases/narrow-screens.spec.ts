import type { Page } from '@playwright/test'
import { placementMessage } from '#layers/northlight/tests/fixtures/messages/placement-message.ts'
import { readOverlaps } from '#layers/northlight/tests/e2e/support/read-overlaps.ts'
import { expect, test } from '#layers/northlight/tests/e2e/support/fixtures.ts'

test.use({ viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true })

const text = (content: string) => ({ type: 'text', text: content, state: 'done' })
const wide = [
  'One_word_that_is_longer_than_any_narrow_screen_and_has_no_place_to_break_at_all_but_must_not_push_the_page.',
  '| Run | Tests | Passed | Failed | Skipped | Flaky | Duration |\n| --- | ---: | ---: | ---: | ---: | ---: | ---: |\n| Nightly shop suite, Wednesday | 1200 | 1188 | 7 | 5 | 3 | 12 min |',
  '```\nconst aLineOfCodeThatGoesOnAndOn = computeSomethingWithAVeryLongName(withSeveralArguments, andSomeMore)\n```',
  'See https://example.org/a/path/that/is/much/longer/than/the/narrowest/of/all/phones/could/ever/show/in/one/line',
].join('\n\n')
const chat = [
  { id: 'q', role: 'user', parts: [text(`What failed in ${'x'.repeat(90)}?`)] },
  placementMessage,
  { id: 'a2', role: 'assistant', parts: [
    { type: 'tool-get_run', toolCallId: 'c', state: 'output-error', input: { runId: 'x'.repeat(200) }, errorText: `No run ${'y'.repeat(120)}.`, toolMetadata: { northlight: { manner: 'internal' } } },
    text(wide), { type: 'file', mediaType: 'text/plain', url: 'https://example.org/l.txt', filename: `${'long-name-'.repeat(12)}.txt` }, { type: 'data-unknown', data: { row: 'z'.repeat(200) } },
  ] },
]

/** What reaches beyond the right edge of the screen, outside of what scrolls by itself. */
function readOverflow(page: Page) {
  return page.evaluate(() => {
    const root = document.documentElement
    const scrollers = (element: Element): boolean => {
      for (let box: Element | null = element.parentElement; box; box = box.parentElement) {
        if (/auto|scroll|hidden|clip/.test(getComputedStyle(box).overflowX)) return box !== document.body && box !== root && box.getAttribute('role') !== 'log'
      }
      return false
    }
    const beyond = [...document.querySelectorAll('main *, [data-slot="transcript"] *')].filter((element) =>
      element.checkVisibility({ visibilityProperty: true }) && element.getBoundingClientRect().right > root.clientWidth + 1 && !scrollers(element))
    return [...(root.scrollWidth > root.clientWidth ? ['the page'] : []), ...beyond.map((element) => `${element.tagName} ${element.className}`)]
  })
}

for (const level of [0, 1, 4] as const) {
  test(`nothing reaches beyond a screen of 320 pixels at level ${level}`, async ({ page, app }) => {
    await app.saveLevel(level)
    const id = await app.importChat(chat)
    for (const path of ['/', `/chat/${id}`, '/settings/appearance', `/embed?chat=${id}`, `/word?chat=${id}`]) {
      await app.open(page, path)
      const log = page.locator('[data-slot="transcript"][role="log"]')
      if (path.includes(id)) await expect(log).toBeVisible()
      const closed = page.locator('[data-slot="message"] [data-state="closed"] > button')
      while (path.includes(id) && await closed.count() > 0) await closed.first().click()
      expect([path, await readOverflow(page)]).toEqual([path, []])
      if (path.includes(id)) expect(await log.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
    }
  })
}

for (const width of [320, 390, 479, 480, 799]) {
  test(`no two things to press lie on each other in the head of a page of ${width} pixels`, async ({ page, app }) => {
    await page.setViewportSize({ width, height: 640 })
    const id = await app.importChat([{ id: 'q', role: 'user', parts: [text('Short')] }])
    for (const path of ['/', `/chat/${id}`, '/inbox', '/settings/time-entries']) {
      await app.open(page, path)
      await expect(page.getByRole('banner').getByRole('link', { name: 'Inbox' })).toBeVisible()
      expect([path, await readOverlaps(page)]).toEqual([path, []])
    }
  })
}

test('the page says that a phone\'s keyboard resizes it, the field has no zoom and a Send key, and Enter sends', async ({ page, app }) => {
  await app.open(page)
  expect(await page.locator('meta[name="viewport"]').getAttribute('content')).toContain('interactive-widget=resizes-content')
  const field = page.getByRole('textbox', { name: 'Message' })
  await expect(field).toHaveAttribute('enterkeyhint', 'send')
  expect(await field.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize))).toBeGreaterThanOrEqual(16)
  // As the keyboard leaves it: half a screen.
  await page.setViewportSize({ width: 320, height: 340 })
  await field.fill('Which tests are flaky?')
  await expect(field).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('button', { name: 'Send' })).toBeInViewport({ ratio: 1 })
  await field.press('Enter')
  await expect(page.locator('[data-slot="answer"]').last()).toContainText('flaky')
  await expect(field).toBeInViewport({ ratio: 1 })
})
