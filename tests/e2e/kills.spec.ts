import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { createPostgresDatabase } from '#layers/northlight/tests/support/postgres-database.ts'
import { runKills } from './support/kill-run.ts'
import { readAsManyBrowsers } from '#layers/northlight/tests/support/turn-reader.ts'

/** `npm run soak -- kills` kills a hundred times. */
const toTimes = (short: number) => Number(process.env.NORTHLIGHT_KILLS ?? (process.env.NORTHLIGHT_SOAK ? 100 : short))
/** On PostgreSQL, which other servers may share, a turn is over once its lease has run out: some 15 seconds each time. */
const [embeddedTimes, postgresTimes] = [toTimes(6), toTimes(3)]
const seed = Number(process.env.NORTHLIGHT_SEED ?? 20_261_130)
const perKillMs = 60_000
/** The interval at which text is stored, and what a busy machine adds. In milliseconds. */
const mostLostMs = 1_000 + 1_500
const postgresUrl = process.env.NORTHLIGHT_TEST_POSTGRES_URL

readAsManyBrowsers()

async function killOn(name: string, times: number, variables: Record<string, string>) {
  const dataFolder = await mkdtemp(join(tmpdir(), 'northlight-kills-'))
  try {
    const { faults, longestStartMs, longestStuckMs, longestLossMs, when, interrupted, readings } = await runKills({ variables, dataFolder, times, seed })
    console.log(`${name}: ${times} kills (seed ${seed}): ${when.before} before the answer to the request, ${when.during} during the turn, ${when.after} after it; ${interrupted} interrupted; ${readings} readers came back; ready ${(longestStartMs / 1_000).toFixed(1)} s after the restart and settled ${(longestStuckMs / 1_000).toFixed(1)} s later, at the latest; lost: shown at most ${longestLossMs.toFixed(0)} ms before the kill`)
    expect(faults).toEqual([])
    expect(when.during).toBeGreaterThan(0)
    expect(readings).toBeGreaterThanOrEqual(when.during)
    expect(longestLossMs).toBeLessThan(mostLostMs)
  }
  finally {
    await rm(dataFolder, { recursive: true, force: true })
  }
}

test('a server that is killed in mid-turn loses no message, on the embedded database', async () => {
  test.setTimeout(embeddedTimes * perKillMs)
  await killOn('embedded', embeddedTimes, {})
})

test('a server that is killed in mid-turn loses no message, on PostgreSQL', async () => {
  test.skip(!postgresUrl, 'NORTHLIGHT_TEST_POSTGRES_URL names no server.')
  test.setTimeout(postgresTimes * perKillMs)
  const database = await createPostgresDatabase(postgresUrl ?? '')
  try {
    await killOn('PostgreSQL', postgresTimes, { DATABASE_URL: database.url })
  }
  finally {
    await database.drop()
  }
})
