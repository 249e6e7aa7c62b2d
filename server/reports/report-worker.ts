import { on } from 'node:events'
import { platform, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import type { TestResult } from '#layers/northlight/shared/reports/test-report.ts'
import { toResultBatches } from '#layers/northlight/shared/reports/to-result-batches.ts'
import type { ParsedReport } from './parsed-report.ts'
import { parseReport } from './parse-report.ts'
import { ReportError } from './report-error.ts'
import { ownerMessageSchema, type OwnerMessage, type WorkerMessage } from './report-worker-messages.ts'
import { ResultSpool } from './result-spool.ts'

/** A worker thread that reads one test report: asks for its bytes, then gives its results when it is asked for them. */

/** A third of a usual thread's share of a busy core. */
const niceness = 5

const port = parentPort
if (!port) throw new Error('report-worker runs as a worker thread')

// The server's answers and others' turns go first. Only on Linux is this the thread's own priority and not the server's.
if (platform() === 'linux') setPriority(niceness)

const answers = on(port, 'message')
const say = (message: WorkerMessage) => port.postMessage(message)

const spool = new ResultSpool()
try {
  const report = await parseReport(readBytes(), spool)
  say({ type: 'parsed', facts: report.facts })
  for (const { json } of toResultBatches(readResults(report))) {
    await receive()
    say({ type: 'batch', json })
  }
  await receive()
  say({ type: 'batch' })
}
catch (error) {
  if (!(error instanceof ReportError)) throw error
  say({ type: 'refused', code: error.code, message: error.message })
}
finally {
  spool.close()
  await answers.return?.()
}

async function* readBytes(): AsyncGenerator<Uint8Array, void, undefined> {
  for (;;) {
    say({ type: 'read' })
    const answer = await receive()
    if (answer.type !== 'bytes' || !answer.bytes) return
    yield answer.bytes
  }
}

function* readResults({ toResult }: ParsedReport): Generator<TestResult, void, undefined> {
  let index = 0
  for (const record of spool.readAll()) {
    const result = toResult(record, index)
    if (result) yield result
    index += 1
  }
}

async function receive(): Promise<OwnerMessage> {
  const { value } = await answers.next()
  return ownerMessageSchema.parse(value?.[0])
}
