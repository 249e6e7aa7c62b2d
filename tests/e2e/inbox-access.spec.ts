import { enterTime } from './support/enter-time.ts'
import { expect, test } from './support/people-fixtures.ts'

test.describe.configure({ timeout: 120_000 })

test('an announced approval leads a stranger to the sign-in and back to it; a colleague is told that it is not theirs, an owner decides it', async ({ app, people, openAs }) => {
  const { url } = app.server
  const asker = await people.join('Asker')
  const colleague = await people.join('Colleague')
  await enterTime(url, 'ACME', 'for their eyes', { cookie: asker.cookie })
  const { approvals } = await asker.send<{ approvals: { id: string }[] }>('GET', '/api/approvals?state=waiting')
  const path = `/inbox/${approvals[0]?.id}`
  const stranger = await openAs(undefined, path)
  const { pathname, searchParams } = new URL(stranger.url())
  expect([pathname, searchParams.get('next')]).toEqual(['/sign-in', path])
  const other = await openAs(colleague, path)
  await expect(other.getByText('There is no such approval, or it is not yours to see.')).toBeVisible()
  await expect(other.getByText('for their eyes')).toHaveCount(0)
  const owner = await openAs(people.owner, path)
  await owner.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(owner.locator('[data-slot="approval-card"]')).toHaveAttribute('data-state', 'executed')
})

test('a member reads the rules of dots and changes none; connections and the review log are not offered', async ({ people, openAs }) => {
  const page = await openAs(await people.join('Member'), '/settings/dots')
  await expect(page.getByText('Owners and admins change them.')).toBeVisible()
  await expect(page.locator('[data-slot="gate-rule"]').first()).toContainText('Ask')
  for (const role of ['radio', 'switch'] as const) await expect(page.getByRole(role)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Add the dot' })).toHaveCount(0)
  const nav = page.getByRole('navigation', { name: 'Settings pages' })
  await expect(nav.getByRole('link')).toHaveText(['Appearance', 'Dots', 'Time entries', 'People', 'API keys'])
})
