import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from '@playwright/test'
import { toQuestion } from '#layers/northlight/tests/support/chat-client.ts'
import { isChunk, readEventStream } from '#layers/northlight/tests/support/read-event-stream.ts'
import { startBuiltServer } from './support/built-server.ts'
import { startHeldModel } from './support/held-model.ts'
import { findNginx, startNginx } from './support/start-nginx.ts'

/** `npm run soak -- nginx` is silent for two minutes. */
const { silentMs, readTimeoutSeconds } = process.env.NORTHLIGHT_SOAK ? { silentMs: 120_000, readTimeoutSeconds: 60 } : { silentMs: 45_000, readTimeoutSeconds: 20 }
const firstWithinMs = 1_000
const tries = 3
const mayTakeMs = silentMs + 120_000

test('behind nginx as it comes, events pass at once, and a turn that is silent for longer than its time limit goes on', async () => {
  const nginxPath = findNginx()
  test.skip(!nginxPath, 'There is no nginx on this machine.')
  test.setTimeout(mayTakeMs)
  const model = await startHeldModel()
  const server = await startBuiltServer(model.variables)
  const nginx = await startNginx(nginxPath ?? '', server.url, readTimeoutSeconds)
  const ask = (chatId: string) => fetch(`${nginx.url}/api/chat`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(toQuestion(chatId, 'What failed?')) })
  try {
    expect((await fetch(nginx.url)).headers.get('content-encoding')).toBe('gzip')
    const firstMs: number[] = []
    for (let number = 0; number < tries; number++) {
      const askedAt = performance.now()
      const stream = readEventStream(await ask(`nginx-first-event-${number}`))
      await stream.until(isChunk('start'))
      firstMs.push(performance.now() - askedAt)
      const step = await model.nextStep()
      step.say('One word')
      await stream.until(isChunk('text-delta'))
      step.end()
      expect(await stream.toEnd()).toBe(true)
    }

    const silent = readEventStream(await ask('nginx-silent-turn'))
    const step = await model.nextStep()
    step.call('call-1', 'list_runs', {})
    step.end()
    const next = await model.nextStep()
    await silent.until(isChunk('tool-output-available'))
    const silentSince = performance.now()
    const rest = silent.until(isChunk('text-delta'))
    await Promise.race([delay(silentMs), rest])
    const wasSilentMs = performance.now() - silentSince
    next.say('Nothing failed.')
    next.end()
    await rest
    expect(await silent.toEnd()).toBe(true)
    console.log(`nginx: first event after ${firstMs.map((milliseconds) => milliseconds.toFixed(0)).join(', ')} ms; silent for ${(wasSilentMs / 1_000).toFixed(0)} s with a time limit of ${readTimeoutSeconds} s, and whole`)
    expect(wasSilentMs).toBeGreaterThanOrEqual(silentMs - 1)
    expect(Math.min(...firstMs)).toBeLessThan(firstWithinMs)
  }
  finally {
    await nginx.stop()
    await server.stop()
    await model.close()
  }
})
