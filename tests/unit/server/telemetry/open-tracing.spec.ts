import { afterEach, expect, it } from 'vitest'
import { createSecretMasker } from '#layers/northlight/server/secrets/create-secret-masker.ts'
import { openTracing } from '#layers/northlight/server/telemetry/open-tracing.ts'
import { noTracing } from '#layers/northlight/server/telemetry/tracing.ts'
import { askToEnd } from '#layers/northlight/tests/support/chat-client.ts'
import { startCollector } from '#layers/northlight/tests/support/start-collector.ts'
import type { TraceCollector } from '#layers/northlight/tests/support/start-collector.ts'
import { embeddedDatabase } from '#layers/northlight/tests/support/test-databases.ts'
import { useTestServers } from '#layers/northlight/tests/support/use-test-servers.ts'

const servers = useTestServers(embeddedDatabase)
let collector: TraceCollector | undefined
afterEach(() => collector?.close())

it('loads nothing where no collector is named', async () => {
  expect(await openTracing({}, createSecretMasker({}))).toBe(noTracing)
})

it('sends a request, its turn, the model\'s and the tools\' calls to the collector, inside each other, with how long they took and none of their content', async () => {
  collector = await startCollector()
  const server = await servers.start({}, { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })
  await askToEnd(server, 'chat-0123456789abcdef', 'What failed in the last run? A word of mine: heliotrope')
  await server.services.tracing.close()
  const spans = collector.spans()
  const request = spans.find(({ name, attributes }) => name === 'request' && JSON.stringify(attributes).includes('/api/chat'))
  const turn = spans.find(({ name }) => name === 'turn')
  expect(turn?.parentSpanId).toBe(request?.spanId)
  const inTurn = spans.filter(({ parentSpanId }) => parentSpanId === turn?.spanId).map(({ name }) => name)
  expect(new Set(inTurn)).toEqual(new Set(['model call', 'tool call']))
  for (const { startTimeUnixNano, endTimeUnixNano } of spans) expect(BigInt(endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(startTimeUnixNano))
  expect(collector.bodies.join('')).toContain('list_runs')
  for (const word of ['heliotrope', 'What failed', 'checkout', 'Nightly']) expect(collector.bodies.join('')).not.toContain(word)
})
