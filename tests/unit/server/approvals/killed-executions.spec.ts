import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { expect, it } from 'vitest'
import { decide, readAsk, untilState } from '#layers/northlight/tests/support/approval-client.ts'
import { askToEnd, outcomeOf, readAnswer, readMessages, toText } from '#layers/northlight/tests/support/chat-client.ts'
import { startFakeGithub } from '#layers/northlight/tests/support/fake-github.ts'
import { connectGithub } from '#layers/northlight/tests/support/post-to-github.ts'
import { createPostgresDatabase } from '#layers/northlight/tests/support/postgres-database.ts'
import type { ServerClient } from '#layers/northlight/tests/support/start-test-server.ts'
import { postgresMissing } from '#layers/northlight/tests/support/test-databases.ts'
import { until } from '#layers/northlight/tests/support/until.ts'

/** `npm run soak -- executions` kills fifty times on each database. */
const kills = process.env.NORTHLIGHT_SOAK ? 50 : 3
const perKillMs = 40_000
const startsWithinMs = 60_000
const postgresUrl = process.env.NORTHLIGHT_TEST_POSTGRES_URL

interface Doomed extends ServerClient {
  child: ChildProcess
}

async function start(apiUrl: string, dataFolder: string, databaseUrl: string | undefined): Promise<Doomed> {
  const script = join(import.meta.dirname, '../../../support/run-executing-server.ts')
  const env = { ...process.env, DATABASE_URL: databaseUrl ?? '' }
  const child = spawn(process.execPath, [script, apiUrl, dataFolder, process.env.NORTHLIGHT_TEST_TEMPLATE ?? ''], { stdio: ['ignore', 'pipe', 'inherit'], env })
  const [line] = await once(createInterface(child.stdout), 'line', { signal: AbortSignal.timeout(startsWithinMs) }) as [string]
  const { url } = JSON.parse(line) as { url: string }
  return {
    child,
    fetch: (path, init) => fetch(`${url}${path}`, init),
    send: (method, path, body) => fetch(`${url}${path}`, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  }
}

async function kill({ child }: Doomed) {
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
}

/** On PostgreSQL another server may be at it, until its lease is over: as if that time had passed. */
async function endLeases(databaseUrl: string) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(`UPDATE approval SET executor_expires_at = 'epoch' WHERE state = 'executing'`)
  await client.end()
}

async function killOn(name: string, databaseUrl: string | undefined) {
  const dataFolder = await mkdtemp(join(tmpdir(), 'northlight-executions-'))
  const github = await startFakeGithub()
  let server = await start(github.apiUrl, dataFolder, databaseUrl)
  let longestMs = 0
  try {
    await connectGithub(server, github)
    for (let round = 1; round <= kills; round++) {
      const chat = `chat-of-a-kill-${String(round).padStart(4, '0')}`
      await askToEnd(server, chat, `Text ${round}`)
      const ask = await readAsk(server)
      github.setFault('never answers after')
      expect((await decide(server, ask, 'approve')).status).toBe(200)
      await until(() => github.comments.length === round)
      await kill(server)
      github.setFault(undefined)
      if (databaseUrl) await endLeases(databaseUrl)
      server = await start(github.apiUrl, dataFolder, databaseUrl)
      const startedAt = performance.now()
      const lost = await untilState(server, ask.id, 'unknown')
      longestMs = Math.max(longestMs, performance.now() - startedAt)
      expect(lost.note).toContain('It was found in its target: Commented on acme/shop#1')
      expect((await decide(server, ask, 'approve')).status).toBe(409)
      const settled = await server.send('POST', `/api/approvals/${ask.id}/settlement`, { happened: true, version: lost.version, digest: lost.digest })
      expect(await settled.json()).toMatchObject({ state: 'executed' })
      await until(async () => outcomeOf(await readAnswer(server, chat)) === 'done')
      expect((await readMessages(server, chat)).map(toText)).toEqual([`Text ${round}`, 'It is settled.'])
      expect(github.comments.map(({ body }) => body.split('\n')[0])).toEqual(Array.from({ length: round }, (_, index) => `Text ${index + 1}`))
    }
    console.info(`${kills} kills between the call and its mark, on the ${name} database: ${github.comments.length} comments, none twice; each found by its marker within ${Math.round(longestMs)} ms of the next start, at the latest.`)
  }
  finally {
    await kill(server)
    await github.close()
    await rm(dataFolder, { recursive: true, force: true })
  }
}

it('an action whose server is killed before it is marked is found again, settled by a person, and never done twice: embedded', async () => {
  await killOn('embedded', undefined)
}, kills * perKillMs + startsWithinMs)

it('an action whose server is killed before it is marked is found again, settled by a person, and never done twice: PostgreSQL', async ({ skip }) => {
  if (!postgresUrl) return skip(postgresMissing)
  const database = await createPostgresDatabase(postgresUrl)
  try {
    await killOn('PostgreSQL', database.url)
  }
  finally {
    await database.drop()
  }
}, kills * perKillMs + startsWithinMs)
