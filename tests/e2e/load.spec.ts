import { expect, test } from '@playwright/test'
import { createPostgresDatabase } from '#layers/northlight/tests/support/postgres-database.ts'
import { startBuiltServer } from './support/built-server.ts'
import { followTurns, measureRate, signUp, toStampedPiece } from './support/load-run.ts'
import type { RateFigures } from './support/load-run.ts'
import { startPacedModel } from './support/paced-model.ts'
import { resourceVariables } from './support/read-resources.ts'

/** `npm run soak -- load`: the figures that count; `npm test` sees that nothing fails. */
const { turns, readers, pieces, seconds } = process.env.NORTHLIGHT_SOAK
  ? { turns: 50, readers: 1_000, pieces: 150, seconds: 10 }
  : { turns: 5, readers: 40, pieces: 15, seconds: 1 }
/** Five pieces a second. */
const paceMs = 200
const mayTakeMs = 300_000
const postgresUrl = process.env.NORTHLIGHT_TEST_POSTGRES_URL

async function load(name: string, variables: Record<string, string>) {
  const ready = Promise.withResolvers<void>()
  const model = await startPacedModel({ paceMs, before: ready.promise, toStep: () => ({ deltas: Array.from({ length: pieces }, () => toStampedPiece), calls: false }) })
  // What one person may ask for a minute is no measure of the server.
  const server = await startBuiltServer({ ...variables, ...model.variables, ...resourceVariables, NORTHLIGHT_AUTH: 'password', NORTHLIGHT_SECRET: 'a secret of this test alone, long enough', NORTHLIGHT_LIMITS: 'off' })
  try {
    const headers = await signUp(server)
    const figures = await followTurns(server, { turns, readers, headers, onReady: ready.resolve })
    console.log(`${name}: ${readers} readers of ${turns} turns, 5 events a second, ${pieces / 5} s: delay median ${figures.p50.toFixed(0)}, 99% ${figures.p99.toFixed(0)}, slowest ${figures.slowest.toFixed(0)} ms; ${figures.memoryPerReader.toFixed(0)} KiB of memory a reader (heap ${figures.heapPerReader.toFixed(0)})`)
    expect(figures.broken).toEqual([])
    expect(figures.pieces).toBe(readers * pieces)

    const settings = `${server.url}/api/settings/chat`
    const rates = {
      '/healthz': await measureRate(`${server.url}/healthz`, { seconds }),
      'GET settings': await measureRate(settings, { seconds, headers }),
      'PATCH settings': await measureRate(settings, { seconds, headers, method: 'PATCH', body: '{"detailLevel":2}' }),
    }
    console.log(`${name}: ${Object.entries(rates).map(([route, rate]) => `${route} ${toWords(rate)}`).join('; ')}`)
    for (const [route, { perSecond, wrong }] of Object.entries(rates)) {
      expect(wrong, route).toBe(0)
      expect(perSecond, route).toBeGreaterThan(0)
    }
    expect(await (await fetch(settings, { headers })).json()).toMatchObject({ detailLevel: 2 })
  }
  finally {
    await server.stop()
    await model.close()
  }
}

function toWords({ perSecond, p99 }: RateFigures): string {
  return `${perSecond.toFixed(0)}/s (99% within ${p99} ms)`
}

test('signed-in readers of many turns are served together, and settings are read and saved meanwhile, on the embedded database', async () => {
  test.setTimeout(mayTakeMs)
  await load('embedded', {})
})

test('signed-in readers of many turns are served together, on PostgreSQL', async () => {
  test.skip(!postgresUrl, 'NORTHLIGHT_TEST_POSTGRES_URL names no server.')
  test.setTimeout(mayTakeMs)
  const database = await createPostgresDatabase(postgresUrl ?? '')
  try {
    await load('PostgreSQL', { DATABASE_URL: database.url })
  }
  finally {
    await database.drop()
  }
})
