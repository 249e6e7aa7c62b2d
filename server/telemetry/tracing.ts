/** What is known of a span, for whoever runs the server: names and numbers, never what people, models or tools say. */
export type SpanFacts = Record<string, string | number | boolean | undefined>

export type SpanName = 'request' | 'turn' | 'model call' | 'tool call'

/** How long what took, for a collector of the operator's. */
export interface Tracing {
  /** Does the work, as a span inside the one that it is called in; what the work throws is thrown on. */
  run<Result>(name: SpanName, facts: SpanFacts, work: () => Promise<Result>): Promise<Result>
  /** Sends what is not sent yet. */
  close(): Promise<void>
}

/** Where no collector is named: nothing is loaded, and nothing is measured. */
export const noTracing: Tracing = { run: (_name, _facts, work) => work(), close: async () => {} }
