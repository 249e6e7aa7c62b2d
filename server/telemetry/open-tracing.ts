import type { Span } from '@opentelemetry/api'
import { NorthlightError } from '#layers/northlight/shared/errors/northlight-error.ts'
import type { SecretMasker } from '#layers/northlight/server/secrets/create-secret-masker.ts'
import type { Environment } from '#layers/northlight/server/utils/env.ts'
import { noTracing } from './tracing.ts'
import type { SpanFacts, Tracing } from './tracing.ts'

const closeWithinMs = 1_000

/** Spans over HTTP to the collector that OTEL_EXPORTER_OTLP_ENDPOINT names; without one nothing of it is even loaded. */
export async function openTracing({ OTEL_EXPORTER_OTLP_ENDPOINT }: Partial<Environment>, secrets: SecretMasker): Promise<Tracing> {
  if (!OTEL_EXPORTER_OTLP_ENDPOINT) return noTracing
  const [{ NodeSDK }, { OTLPTraceExporter }, { SpanStatusCode, trace }] = await Promise.all([
    import('@opentelemetry/sdk-node'), import('@opentelemetry/exporter-trace-otlp-http'), import('@opentelemetry/api'),
  ])
  const sdk = new NodeSDK({
    serviceName: 'northlight',
    autoDetectResources: false,
    instrumentations: [],
    metricReaders: [],
    logRecordProcessors: [],
    traceExporter: new OTLPTraceExporter({ url: `${OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/$/, '')}/v1/traces` }),
  })
  sdk.start()
  const tracer = trace.getTracer('northlight')
  const fail = (span: Span, error: unknown) => {
    // The message may say what a provider or a tool did.
    span.setAttribute('error.type', toErrorType(error))
    span.setStatus({ code: SpanStatusCode.ERROR })
  }
  return {
    run: (name, facts, work) => tracer.startActiveSpan(name, { attributes: toSafe(facts, secrets) }, async (span) => {
      try {
        return await work()
      }
      catch (error) {
        fail(span, error)
        throw error
      }
      finally {
        span.end()
      }
    }),
    async close() {
      // A collector that is gone holds no server up.
      await Promise.race([sdk.shutdown().catch(() => {}), new Promise((resolve) => setTimeout(resolve, closeWithinMs).unref())])
    },
  }
}

function toSafe(facts: SpanFacts, secrets: SecretMasker): SpanFacts {
  return Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, typeof value === 'string' ? secrets.maskReport(value) : value]))
}

function toErrorType(error: unknown): string {
  if (error instanceof NorthlightError) return error.code
  return error instanceof Error ? error.name : 'thrown'
}
