import type { Locator, Page } from '@playwright/test'

const mostPresses = 240

/** Presses Tab, or Shift+Tab, until the element has the focus; fails where no number of presses gets there. */
export async function tabTo(page: Page, wanted: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  for (let presses = 0; presses < mostPresses; presses++) {
    if (await wanted.evaluateAll((elements) => elements.some((element) => element === document.activeElement))) return
    await page.keyboard.press(key)
  }
  throw new Error(`${key} never reached ${String(wanted)}`)
}
