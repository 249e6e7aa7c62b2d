import { readFile } from 'node:fs/promises'
import { enterTime } from './support/enter-time.ts'
import { expect, test } from './support/fixtures.ts'

test('what was asked and decided is found in the log by words and by event, leads to its approval, and is exported; what would have been sent is not in it', async ({ page, app }) => {
  const { url } = app.server
  await enterTime(url, 'ACME', 'words of the body')
  const { approvals: [approval] } = await (await fetch(`${url}/api/approvals?state=waiting`)).json() as { approvals: { id: string, version: number, digest: string }[] }
  await fetch(`${url}/api/approvals/${approval?.id}`, {
    method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ decision: 'reject', version: approval?.version, digest: approval?.digest, reason: 'Twice the same' }),
  })
  await app.open(page, '/settings/review-log')
  const entries = page.locator('[data-slot="log-entry"]')
  await expect(entries).toContainText(['Rejected', 'Asked'])
  await page.getByRole('searchbox', { name: 'Search' }).fill('twice acme')
  await expect(entries).toHaveCount(1)
  await expect(entries).toContainText('Twice the same')
  await page.getByRole('searchbox', { name: 'Search' }).fill('words of the body')
  await expect(page.getByText('Nothing in the log is like that.')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search' }).fill('')
  await page.getByRole('combobox', { name: 'Event' }).selectOption({ label: 'Asked' })
  await expect(entries).toHaveCount(1)

  for (const format of ['CSV', 'JSON']) {
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: `Export as ${format}` }).click()])
    expect(download.suggestedFilename()).toMatch(new RegExp(`^review-log-[\\d-]+\\.${format.toLowerCase()}$`))
    const text = await readFile(await download.path(), 'utf8')
    expect(text).toContain('asked')
    expect(text).not.toContain('words of the body')
  }
  await entries.getByRole('link', { name: 'Open the approval' }).click()
  await expect(page.locator('[data-slot="approval-card"]')).toHaveAttribute('data-state', 'rejected')
})
