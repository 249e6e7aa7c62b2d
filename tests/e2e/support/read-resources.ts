import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import type { BuiltServer } from './built-server.ts'

/** For a server whose resources are to be read. */
export const resourceVariables = { NODE_OPTIONS: `--import ${pathToFileURL(join(import.meta.dirname, 'report-resources.mjs')).href}` }

const prefix = 'resources '
const answerMayTakeMs = 10_000
const pollMs = 20

/** Counts by kind, and the heap after a collection. */
const resourcesSchema = z.object({ heapBytes: z.number(), sockets: z.number() }).catchall(z.number())

export type Resources = z.infer<typeof resourcesSchema>

/** What is alive in a server that was started with `resourceVariables`. */
export async function readResources(server: BuiltServer): Promise<Resources> {
  const readLines = () => server.output().split('\n').slice(0, -1).filter((line) => line.startsWith(prefix))
  const before = readLines().length
  const deadline = performance.now() + answerMayTakeMs
  server.process.kill('SIGUSR2')
  while (readLines().length === before) {
    if (performance.now() > deadline) throw new Error('The server did not tell of its resources.')
    await delay(pollMs)
  }
  return resourcesSchema.parse(JSON.parse(readLines().at(-1)?.slice(prefix.length) ?? ''))
}
