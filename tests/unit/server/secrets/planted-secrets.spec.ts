import { afterEach, describe, expect, it } from 'vitest'
import { createLog } from '#layers/northlight/server/logs/create-log.ts'
import { createSecretMasker } from '#layers/northlight/server/secrets/create-secret-masker.ts'
import { listKnownSecrets } from '#layers/northlight/server/secrets/list-known-secrets.ts'
import { readEnvironment } from '#layers/northlight/server/utils/env.ts'
import { openBrowser, signIn, signUpFirst, testPassword } from '#layers/northlight/tests/support/browser-session.ts'
import type { BrowserSession } from '#layers/northlight/tests/support/browser-session.ts'
import { ask } from '#layers/northlight/tests/support/chat-client.ts'
import { dumpRows } from '#layers/northlight/tests/support/dump-rows.ts'
import { callParts, callStep, finishPart, reasoningParts, textParts } from '#layers/northlight/tests/support/model-parts.ts'
import { createScriptedModel } from '#layers/northlight/tests/support/scripted-model.ts'
import { startCollector } from '#layers/northlight/tests/support/start-collector.ts'
import type { TraceCollector } from '#layers/northlight/tests/support/start-collector.ts'
import { testDatabases } from '#layers/northlight/tests/support/test-databases.ts'
import { createToolStub } from '#layers/northlight/tests/support/tool-stub.ts'
import { usePeopleServers } from '#layers/northlight/tests/support/use-people-servers.ts'

const variables = {
  NORTHLIGHT_AUTH: 'password',
  NORTHLIGHT_SECRET: 'planted-signing-secret-0123456789abcdef',
  NORTHLIGHT_LOG_LEVEL: 'debug',
  OPENAI_API_KEY: 'planted-openai-"key"-0001',
  ANTHROPIC_API_KEY: 'planted-anthropic-key/0002',
  DATABASE_URL: `postgresql://app:${encodeURIComponent('planted db p@ss/0003')}@db.invalid/db`,
  DATABASE_OWNER_URL: 'postgresql://owner@db.invalid/db?password=planted-owner-0004',
  REDIS_URL: 'redis://:planted-redis-0005@127.0.0.1:1',
  OPENAI_BASE_URL: 'https://user:planted-proxy-0006@models.invalid/v1',
}

/** The environment's, in every form that they are written in. */
const known = listKnownSecrets(readEnvironment(variables)).map(({ form }) => form)

/** What looks like a secret of somebody else's, as errors of tools and providers quote it; the part that must not show. */
const foreign: [string, string][] = [
  ['Authorization: Bearer planted0101abcdef', 'planted0101abcdef'],
  ['{"authorization":"Basic cGxhbnRlZDowMTAy"}', 'cGxhbnRlZDowMTAy'],
  ['GET https://ada:planted-0103@host.invalid/x failed', 'planted-0103'],
  ['postgresql://root:planted-0104@host/db refused', 'planted-0104'],
  ['Incorrect API key sk-proj-planted0105abcdef', 'planted0105abcdef'],
  ['ghp_planted0106abcdefghij is revoked', 'planted0106abcdefghij'],
  ['xoxb-planted-0107-abcdef', 'planted-0107-abcdef'],
  ['AKIAPLANTED0108ABCDE', 'AKIAPLANTED0108ABCDE'],
  ['AIzaplanted0109abcdefghijklmnopqrstuv', 'planted0109'],
  ['eyJhbGciOiJIUzI1.eyJwbGFudGVkMDExMCI6.c2lnbmF0dXJl', 'eyJwbGFudGVkMDExMCI6'],
  ['cookie: session=planted-0111; theme=dark', 'planted-0111'],
  ['set-cookie: id=planted-0112; HttpOnly', 'planted-0112'],
  ['password=planted-0113&user=ada', 'planted-0113'],
  ['{"client_secret": "planted-0114"}', 'planted-0114'],
  ['access_token=planted-0115', 'planted-0115'],
  ['-----BEGIN PRIVATE KEY-----\nplanted0116\n-----END PRIVATE KEY-----', 'planted0116'],
  ['x-api-key: planted-0117', 'planted-0117'],
  ['glpat-planted0118abcdefg', 'planted0118abcdefg'],
  ['sk_live_planted0119abcdef', 'planted0119abcdef'],
  ['github_pat_planted0120abcdef', 'planted0120abcdef'],
  ['npm_planted0121abcdefghij', 'planted0121abcdefghij'],
  ['whsec_planted0122abcdefghij', 'planted0122abcdefghij'],
  ['amqps://user:planted-0123@queue.invalid', 'planted-0123'],
  ['-----BEGIN RSA PRIVATE KEY-----\nplanted0124', 'planted0124'],
  ['DB_PASSWORD=planted-0125', 'planted-0125'],
  ['api-key: planted-0126', 'planted-0126'],
  ['"accessKey":"planted-0127"', 'planted-0127'],
  ['refresh_token: \'planted-0128\'', 'planted-0128'],
  ['bearer planted0129/abcdef==', 'planted0129/abcdef'],
]

/** What people and programs bring to get in. */
const brought = {
  wrongPassword: 'planted password 0201', newPassword: 'planted password 0202', key: 'nl_planted0203abcdefghijklmnop', bearer: 'planted-bearer-0204',
  cookie: 'planted-cookie-0205', query: 'planted-query-0206', header: 'planted-header-0207', session: 'planted-session-0208',
}

const planted = [...known, ...foreign.map(([, secret]) => secret), ...Object.values(brought)]
const toPieces = (text: string) => text.match(/.{1,3}/gs) ?? []

describe.each(testDatabases)('planted secrets, on the $name database', (kind) => {
  const servers = usePeopleServers(kind)
  let collector: TraceCollector | undefined
  afterEach(() => collector?.close())

  it(`are in no log, stream, error, row or span (${planted.length} of them)`, async () => {
    const seen: Record<string, string> = {}
    const lines: string[] = []
    collector = await startCollector()
    const environment = readEnvironment(variables)
    const tools = [
      createToolStub('leak', () => ({ all: known, [known[0] ?? '']: known.join(' ') })),
      createToolStub('break', () => {
        throw new Error(foreign.map(([text]) => text).join('\n'), { cause: new Error(known.join(' ')) })
      }),
    ]
    const model = createScriptedModel([
      [...reasoningParts('r', ...toPieces(known.join(' '))), ...textParts('t', ...toPieces(known.join(' and ')), known.join(',')), ...callStep(callParts('c1', 'leak', { word: known.join(' ') }), callParts('c2', 'break', {}), callParts('c3', 'no-such-tool', { word: known[0] }))],
      [...textParts('u', known[0]?.slice(0, 5) ?? '', known[0]?.slice(5) ?? ''), finishPart()],
    ])
    const server = await servers.start({ model: { model }, tools, log: createLog({ environment, secrets: createSecretMasker(environment), write: (line) => lines.push(line) }) }, { ...variables, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })
    const person = await signUpFirst(server)
    const chat = 'chat-0123456789abcdef'
    seen.stream = await (await ask(person, chat, 'What failed?')).text()
    const failing = ask(person, chat, 'And now?', { messageId: 'question-2' }).then((response) => response.text())
    ;(await model.call(3)).fail(new Error([...foreign.map(([text]) => text), ...known].join('\n')))
    seen.failedStream = await failing
    seen.messages = await (await person.fetch(`/api/messages?chat=${chat}`)).text()
    seen.export = await (await person.fetch(`/api/chats/${chat}/export?format=markdown`)).text()
    seen.errors = await knock(person)
    await server.services.tracing.close()
    Object.assign(seen, { rows: await dumpRows(servers.database), log: lines.join(''), spans: collector.bodies.join('') })
    expect(planted.length).toBeGreaterThanOrEqual(50)
    for (const [place, text] of Object.entries(seen)) expect([place, planted.filter((secret) => text.includes(secret))]).toEqual([place, []])
    // What was looked at is there to be looked at.
    expect(seen.stream).toContain('"[key]"')
    expect(seen.failedStream).toContain('The model did not answer')
    expect(seen.messages).toContain('[password]')
    expect(seen.log).toContain('A tool failed in a way that nobody foresaw.')
    // What the model is told of a tool is what its reader sees.
    const told = JSON.stringify(model.prompts[1]?.filter(({ role }) => role === 'tool'))
    expect([told.includes('[key]'), told.includes('planted')]).toEqual([true, false])
  })
})

/** Whatever brings a secret to the door, and is refused; gives what was answered. */
async function knock(person: BrowserSession): Promise<string> {
  const stranger = openBrowser(person)
  const answers = [
    await signIn(stranger, 'owner@example.com', brought.wrongPassword),
    await stranger.send('POST', '/api/people', { name: 'Ada', email: 'ada@example.com', password: brought.newPassword }),
    await stranger.fetch('/api/chats', { headers: { 'x-api-key': brought.key } }),
    await stranger.fetch('/api/chats', { headers: { authorization: `Bearer ${brought.bearer}` } }),
    await stranger.fetch('/api/chats', { headers: { cookie: `northlight.session_token=${brought.cookie}` } }),
    await stranger.fetch(`/api/chats?token=${brought.query}`),
    await person.fetch(`/api/chats?token=${brought.query}`),
    await person.send('PATCH', '/api/settings/chat', { [brought.header]: 1 }, { 'x-secret': brought.header }),
    await person.send('POST', '/api/session', { email: 'owner@example.com', password: testPassword, token: brought.session }),
  ]
  for (const answer of answers) expect(answer.status).toBeGreaterThanOrEqual(400)
  return (await Promise.all(answers.map((answer) => answer.text()))).join('\n').replaceAll(`Unrecognized key: "${brought.header}"`, '')
}
