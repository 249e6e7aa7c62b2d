import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import { startBuiltServer, type BuiltServer } from './built-server.ts'

const reporter = pathToFileURL(join(import.meta.dirname, 'report-event-loop.mjs')).href
const prefix = 'event-loop '
const answerMayTakeMs = 10_000
const pollMs = 20

/** Milliseconds: the longest round of the server's event loop, and the longest that its thread worked in one. */
const eventLoopFiguresSchema = z.object({ roundMs: z.number(), workMs: z.number() })

export type EventLoopFigures = z.infer<typeof eventLoopFiguresSchema>

export interface WatchedServer extends BuiltServer {
  /** Since the last time. */
  readEventLoop(): Promise<EventLoopFigures>
}

/** A built server whose event loop can be asked after, so that its own work is told from a busy machine. */
export async function startWatchedServer(): Promise<WatchedServer> {
  const server = await startBuiltServer({ NODE_OPTIONS: `--import=${reporter}` })
  const readLines = () => server.output().split('\n').slice(0, -1).filter((line) => line.startsWith(prefix))
  return {
    ...server,
    async readEventLoop() {
      const before = readLines().length
      const deadline = performance.now() + answerMayTakeMs
      server.process.kill('SIGUSR2')
      while (readLines().length === before) {
        if (performance.now() > deadline) throw new Error('The server did not tell of its event loop.')
        await delay(pollMs)
      }
      return eventLoopFiguresSchema.parse(JSON.parse(readLines().at(-1)?.slice(prefix.length) ?? ''))
    },
  }
}
