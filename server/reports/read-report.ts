import { on } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { ReportFacts } from '#layers/northlight/shared/reports/test-report.ts'
import type { ResultBatch } from '#layers/northlight/shared/reports/to-result-batches.ts'
import { ReportError } from './report-error.ts'
import { workerMessageSchema, type OwnerMessage, type WorkerMessage } from './report-worker-messages.ts'

/** A report that was read to its end, and its results, which wait outside of memory. */
export interface ReadReport {
  facts: ReportFacts
  /** Once, in order. */
  results: AsyncIterable<ResultBatch>
  /** Ends the thread and forgets the results. */
  close(): Promise<void>
}

/** Far more than any report takes; one that took it would end its thread and not the server. */
const mostMemoryMb = 512

/**
 * Reads a test report in a thread of its own, so that neither its size nor its form is felt by anybody else.
 *
 * Throws `ReportError`, or what the source throws; nothing partial is ever returned. Close it in the end.
 */
export async function readReport(source: AsyncIterable<Uint8Array>): Promise<ReadReport> {
  const thread = startThread()
  try {
    return { facts: await parse(thread, source), results: readResults(thread), close: thread.close }
  }
  catch (error) {
    await thread.close()
    throw toOutOfMemory(error)
  }
}

interface ReportThread {
  say(message: OwnerMessage): void
  /** Throws what the thread threw. */
  receive(): Promise<WorkerMessage>
  close(): Promise<void>
}

function startThread(): ReportThread {
  const worker = new Worker(new URL('./report-worker.ts', import.meta.url), { resourceLimits: { maxOldGenerationSizeMb: mostMemoryMb } })
  // What it throws is what `receive` throws; after the end nobody asks any more.
  worker.on('error', () => {})
  const messages = on(worker, 'message', { close: ['exit'] })
  return {
    say: (message) => worker.postMessage(message),
    async receive() {
      const { done, value } = await messages.next()
      if (done) throw new Error('The thread that reads a report ended before its time.')
      return workerMessageSchema.parse(value[0])
    },
    async close() {
      await messages.return?.()
      await worker.terminate()
    },
  }
}

async function parse({ say, receive }: ReportThread, source: AsyncIterable<Uint8Array>): Promise<ReportFacts> {
  const chunks = source[Symbol.asyncIterator]()
  try {
    for (;;) {
      const message = await receive()
      if (message.type === 'parsed') return message.facts
      if (message.type === 'refused') throw new ReportError(message.code, message.message)
      const { done, value } = await chunks.next()
      say({ type: 'bytes', bytes: done ? undefined : value })
    }
  }
  finally {
    await chunks.return?.()
  }
}

async function* readResults({ say, receive }: ReportThread): AsyncGenerator<ResultBatch, void, undefined> {
  for (;;) {
    say({ type: 'next-batch' })
    const message = await receive()
    if (message.type !== 'batch' || message.json === undefined) return
    yield { json: message.json }
  }
}

function toOutOfMemory(error: unknown): unknown {
  const isOutOfMemory = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
  return isOutOfMemory ? new ReportError('report-too-large', 'The report takes more memory than a report may.') : error
}
