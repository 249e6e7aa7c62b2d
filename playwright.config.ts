import process from 'node:process'
import { defineConfig, devices } from '@playwright/test'

/** What a browser without a sandbox of its own, a display or a network to call home to needs. */
const quietArguments = [
  '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
  '--disable-background-networking', '--disable-component-update', '--disable-sync',
]
/** Set by the test command; unset, Playwright's own browser is taken. */
const executablePath = process.env.NORTHLIGHT_TEST_BROWSER || undefined

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  workers: 2,
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  projects: [{ name: 'chromium', use: { ...devices['Desktop Chrome'] } }],
  use: {
    launchOptions: { executablePath, args: quietArguments },
    screenshot: 'only-on-failure',
  },
})
