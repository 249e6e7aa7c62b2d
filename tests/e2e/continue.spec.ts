import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { startBuiltServer } from './support/built-server.ts'
import { waitForHydration } from './support/fixtures.ts'

test('Continue goes on after a server was killed in mid-turn and another has started', async ({ page }) => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'northlight-continue-'))
  try {
    const first = await startBuiltServer({ NORTHLIGHT_MODEL: 'demo:paced' }, dataFolder)
    await page.goto(first.url)
    await waitForHydration(page)
    await page.getByRole('textbox', { name: 'Message' }).fill('What failed in the last run?')
    await page.getByRole('button', { name: 'Send' }).click()
    await expect(page).toHaveURL(/\/chat\//)
    await expect(page.locator('[data-slot="steps"]')).toBeVisible()
    const { pathname } = new URL(page.url())
    await first.stop('SIGKILL')
    const second = await startBuiltServer({ NORTHLIGHT_MODEL: 'demo:instant' }, dataFolder)
    try {
      await page.goto(`${second.url}${pathname}`)
      await waitForHydration(page)
      await expect(page.locator('[data-slot="outcome"]')).toContainText('Interrupted')
      await page.getByRole('textbox', { name: 'Message' }).fill('half a ques')
      await page.getByRole('button', { name: 'Continue' }).click()
      await expect(page.locator('[data-slot="answer"]')).toContainText('2 tests failed', { timeout: 30_000 })
      await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('half a ques')
      await expect(page.locator('[data-slot="message"]')).toHaveCount(4)
    }
    finally {
      await second.stop()
    }
  }
  finally {
    await rm(dataFolder, { recursive: true, force: true })
  }
})
