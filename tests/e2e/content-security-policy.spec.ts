import { expect, test } from './support/fixtures.ts'

const pages = ['/', '/chat', '/settings/appearance', '/embed', '/word', '/no-such-page']

test('every page has the policy, a nonce of its own at each request, and no header that names its maker', async ({ app }) => {
  const seen = new Set<string>()
  for (const path of [...pages, ...pages]) {
    const { headers } = await fetch(`${app.server.url}${path}`, { headers: { accept: 'text/html' } })
    const nonce = /'nonce-([^']{24})' 'strict-dynamic'/.exec(headers.get('content-security-policy') ?? '')?.[1]
    expect([path, nonce]).toEqual([path, expect.any(String)])
    seen.add(nonce ?? '')
    expect([path, headers.get('x-powered-by'), headers.get('x-content-type-options')]).toEqual([path, null, 'nosniff'])
  }
  expect(seen.size).toBe(pages.length * 2)
})

test('a script that got into the page does not run, however it got there', async ({ browser, app }) => {
  // Of its own, since what is refused here is meant to be.
  const context = await browser.newContext()
  const page = await context.newPage()
  const refused: string[] = []
  await page.exposeFunction('noteRefusal', (directive: string) => refused.push(directive))
  await page.addInitScript(() => document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
    void (window as { noteRefusal?: (directive: string) => void }).noteRefusal?.(effectiveDirective)
  }))
  await page.route(`${app.server.url}/`, async (route) => {
    const response = await route.fetch()
    const injected = '<script>window.ran = "inline"</script><script src="/no-such.js"></script><img src="/no-such.png" onerror="window.ran = \'handler\'"><style>body { display: none }</style><base href="https://evil.test/"><iframe src="https://evil.test/"></iframe>'
    await route.fulfill({ response, body: (await response.text()).replace('<body>', `<body>${injected}`) })
  })
  await page.goto(`${app.server.url}/`)
  await expect.poll(() => refused.toSorted()).toEqual(expect.arrayContaining(['base-uri', 'frame-src', 'script-src-attr', 'script-src-elem', 'style-src-elem']))
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible()
  const tried = await page.evaluate(() => {
    const outcomes: string[] = []
    for (const sink of [() => document.body.insertAdjacentHTML('beforeend', '<b>x</b>'), () => document.createElement('script').text = 'window.ran = "made"', () => window.setTimeout('window.ran = "timer"')]) {
      try {
        sink()
        outcomes.push('taken')
      }
      catch {
        outcomes.push('refused')
      }
    }
    return outcomes
  })
  expect(tried).toEqual(['refused', 'refused', 'refused'])
  expect(await page.evaluate(() => (window as { ran?: string }).ran)).toBeUndefined()
  await context.close()
})
