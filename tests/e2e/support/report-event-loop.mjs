import { isMainThread } from 'node:worker_threads'

/**
 * Loaded into a server by a test: at SIGUSR2 it prints the longest that its event loop took for one round since the
 * last time, and the longest that it worked in one, as one line of JSON. A round that is long without work is the
 * machine's: the thread waited for a core.
 */
const sampleEveryMs = 5

if (isMainThread) watch()

function watch() {
  let longest = { roundMs: 0, workMs: 0 }
  let startedAt = performance.now()
  let usage = process.threadCpuUsage()
  setInterval(() => {
    const { user, system } = process.threadCpuUsage(usage)
    longest = {
      roundMs: Math.max(longest.roundMs, performance.now() - startedAt - sampleEveryMs),
      workMs: Math.max(longest.workMs, (user + system) / 1_000),
    }
    startedAt = performance.now()
    usage = process.threadCpuUsage()
  }, sampleEveryMs).unref()
  process.on('SIGUSR2', () => {
    console.log(`event-loop ${JSON.stringify(longest)}`)
    longest = { roundMs: 0, workMs: 0 }
  })
}
