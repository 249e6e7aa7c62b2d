import type { Page } from '@playwright/test'
import { startCuttingProxy } from '#layers/northlight/tests/support/cutting-proxy.ts'
import { startBuiltServer } from './support/built-server.ts'
import { createApp, expect, test } from './support/fixtures.ts'
import { messagesPageSchema } from './support/messages-page.ts'
import { startPacedModel, words } from './support/paced-model.ts'

declare global {
  interface Window {
    shownSteps: string[]
  }
}

const pieces = 80
const paceMs = 60
/** Streams of turns that are broken, each after some events more than the one before. */
const cuts = 6
const mayTakeMs = 120_000
const answer = '[data-slot="message"][data-role="assistant"] [data-slot="answer"]'

/** What stands there in each frame, without what stood there the frame before too. */
function recordSteps(page: Page) {
  return page.evaluate((selector) => {
    window.shownSteps = []
    const look = () => {
      const text = [...document.querySelectorAll(selector)].at(-1)?.textContent ?? ''
      if (text !== window.shownSteps.at(-1)) window.shownSteps.push(text)
      requestAnimationFrame(look)
    }
    look()
  }, answer)
}

/** A step that does not go on from the one before it. */
function findTakenBack(steps: string[]): string[] {
  return steps.filter((step, index) => !step.startsWith((steps[index - 1] ?? '').trim()))
}

test('two tabs, one of which asks, show the same whole answer, once, though their streams are cut again and again', async ({ context }) => {
  test.setTimeout(mayTakeMs)
  const model = await startPacedModel({ paceMs, toStep: () => ({ deltas: words('word', pieces), calls: false }) })
  const server = await startBuiltServer(model.variables)
  let streams = 0
  const proxy = await startCuttingProxy(server.url, (head) => {
    const isStream = /^POST \/api\/chat |^GET \/api\/chat\/[^/]+\/stream/.test(head)
    return isStream && ++streams <= cuts ? { afterEvents: 2 + 2 * streams, bytesMore: streams % 2 ? 15 : 0 } : undefined
  })
  const app = createApp({ ...server, url: proxy.url })
  try {
    const id = await app.importChat([{ id: 'before', role: 'user', parts: [{ type: 'text', text: 'Before' }] }])
    const [one, other] = [await context.newPage(), await context.newPage()]
    for (const page of [one, other]) {
      await app.open(page, `/chat/${id}`)
      await recordSteps(page)
    }
    await app.ask(one, 'Count.')
    for (const page of [one, other]) {
      await expect(page.locator(answer)).toContainText(`word${pieces - 1}`, { timeout: mayTakeMs / 2 })
      await expect(page.getByRole('button', { name: 'Send' })).toBeVisible({ timeout: mayTakeMs / 4 })
      await expect(page.locator('[data-slot="message"]')).toHaveCount(3)
    }
    const { messages } = messagesPageSchema.parse(await (await fetch(`${server.url}/api/messages?chat=${id}`)).json())
    const stored = messages.at(-1)?.parts.map((part) => part.type === 'text' ? String(part.text) : '').join('').trim()
    expect(stored).toBe(words('word', pieces).map((delta) => typeof delta === 'function' ? '' : String(delta.content)).join('').trim())
    for (const page of [one, other]) {
      const steps = await page.evaluate(() => window.shownSteps)
      expect(steps.at(-1)?.trim()).toBe(stored)
      expect(findTakenBack(steps)).toEqual([])
    }
    console.log(`two tabs: ${streams} streams of one turn, ${proxy.cuts} cut; both show what is stored`)
    expect(proxy.cuts).toBe(cuts)
  }
  finally {
    await proxy.close()
    await server.stop()
    await model.close()
  }
})
