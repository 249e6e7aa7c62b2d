import { mkdir } from 'node:fs/promises'
import { chromium } from '@playwright/test'
import type { Browser } from '@playwright/test'
import { detailLevelStops } from '#layers/northlight/shared/settings/detail-level.ts'
import { requireBrowser } from './lib/require-browser.mjs'
import { inProject } from './lib/project-paths.mjs'

/**
 * `npm run picture -- [address]`: the README's picture, one answer at two levels, in both themes, taken of a running
 * server (`npm start`) with an empty chat list.
 */
const address = process.argv[2] ?? 'http://127.0.0.1:3000'
const question = 'What failed in the last run?'
const stops = detailLevelStops.filter(({ level }) => level === 0 || level === 4)
const themes = ['light', 'dark'] as const
const paneWidth = 560

async function main() {
  const browser = await chromium.launch({ executablePath: await requireBrowser(), args: ['--no-sandbox'] })
  const chat = await askOnce(browser)
  await mkdir(inProject('docs/images'), { recursive: true })
  for (const theme of themes) await takePicture(browser, chat, theme)
  await saveLevel(1)
  await browser.close()
}

async function askOnce(browser: Browser): Promise<string> {
  const page = await browser.newPage()
  await page.goto(address)
  await page.getByRole('button', { name: question }).click()
  await page.waitForURL(/\/chat\//)
  await page.getByRole('button', { name: 'Copy', exact: true }).waitFor()
  await page.close()
  return page.url()
}

async function takePicture(browser: Browser, chat: string, theme: typeof themes[number]) {
  const panes = []
  for (const { level, name } of stops) {
    await saveLevel(level)
    const page = await browser.newPage({ viewport: { width: paneWidth, height: 1_400 }, deviceScaleFactor: 2, colorScheme: theme })
    await page.goto(chat)
    const reply = page.locator('[data-slot="message"][data-role="assistant"]')
    await reply.locator('[data-slot="answer"]').last().waitFor()
    panes.push({ name, image: (await reply.screenshot()).toString('base64') })
    await page.close()
  }
  const page = await browser.newPage({ viewport: { width: paneWidth * 2 + 72, height: 600 }, deviceScaleFactor: 2, colorScheme: theme })
  await page.setContent(toPicture(panes, theme))
  await page.locator('main').screenshot({ path: inProject(`docs/images/levels-${theme}.png`) })
  await page.close()
}

function toPicture(panes: { name: string, image: string }[], theme: typeof themes[number]): string {
  const [background, ink, line] = theme === 'dark' ? ['#16181b', '#e8e6e1', '#34373c'] : ['#fdfdfc', '#20242a', '#e3e1dc']
  const figures = panes.map(({ name, image }) => `<figure><figcaption>${name}</figcaption><img src="data:image/png;base64,${image}" alt=""></figure>`)
  return `<style>
    body { margin: 0; background: ${background} }
    main { display: grid; grid-template-columns: 1fr 1fr; align-items: start; gap: 24px; padding: 24px; background: ${background} }
    figure { margin: 0; border: 1px solid ${line}; border-radius: 12px; overflow: hidden }
    figcaption { padding: 12px 16px; border-bottom: 1px solid ${line}; color: ${ink}; font: 600 15px system-ui, sans-serif }
    img { display: block; width: 100%; padding-top: 8px }
  </style><main>${figures.join('')}</main>`
}

async function saveLevel(detailLevel: number) {
  const response = await fetch(`${address}/api/settings/chat`, {
    method: 'PATCH', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ detailLevel }),
  })
  if (!response.ok) throw new Error(`The level was not saved: ${await response.text()}`)
}

await main()
