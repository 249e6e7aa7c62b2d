import type { SurfacedMessage } from '#layers/northlight/shared/surfacing/classify-parts.ts'

const internal = { northlight: { manner: 'internal' } }

/** The answer that Settings shows at the chosen level: one of each kind of work, so that every stop looks its own. */
export const sampleMessage: SurfacedMessage = {
  id: 'sample-answer',
  role: 'assistant',
  metadata: { northlight: { startedAt: 1_750_000_000_000, durationMs: 9_000, outcome: 'done' } },
  parts: [
    { type: 'reasoning', text: 'The newest run decides, so I list the runs before I read one.', state: 'done' },
    { type: 'text', text: 'Let me find the last run.', state: 'done' },
    {
      type: 'tool-list_runs',
      toolCallId: 'sample-list',
      toolMetadata: internal,
      state: 'output-available',
      input: { limit: 3 },
      output: { runs: [{ id: 'run-3' }, { id: 'run-2' }, { id: 'run-1' }] },
    },
    {
      type: 'tool-get_run',
      toolCallId: 'sample-get',
      toolMetadata: internal,
      state: 'output-available',
      input: { runId: 'run-3', show: 'failed' },
      output: { run: { title: 'Nightly, Tuesday' } },
    },
    {
      type: 'text',
      text: '**One test failed** in the nightly run: the total in checkout stays as it was after a coupon is removed. The other 41 passed.',
      state: 'done',
    },
    {
      type: 'tool-remember',
      toolCallId: 'sample-note',
      toolMetadata: { northlight: { manner: 'housekeeping' } },
      state: 'output-available',
      input: { note: 'checkout belongs to Payments' },
      output: { receipt: 'Remembered: checkout belongs to Payments' },
    },
    { type: 'text', text: 'Noted: checkout belongs to Payments.', state: 'done' },
  ],
}
