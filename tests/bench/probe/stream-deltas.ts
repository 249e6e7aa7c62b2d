import { streamEnd } from '#layers/northlight/tests/fixtures/bench/workload.ts'
import { holdsText } from './find-text.ts'
import { frame, painted, until } from './frames.ts'
import { watchLongTasks } from './long-tasks.ts'
import { postAtRate } from './post-at-rate.ts'

/** Each delta in a task of its own, the next as soon as the page is free. */
export async function streamFast(deltas: readonly string[]) {
  const stopWatching = watchLongTasks()
  await frame()
  const startedAt = performance.now()
  await new Promise<void>((resolve) => {
    const channel = new MessageChannel()
    let next = 0
    channel.port1.onmessage = () => {
      const delta = deltas[next++]
      if (delta === undefined) return resolve()
      window.bench.push(delta)
      channel.port2.postMessage(undefined)
    }
    channel.port2.postMessage(undefined)
  })
  await until(() => holdsText(streamEnd), 'the end of the stream is in the page')
  return { deltas: deltas.length, wallMs: await painted() - startedAt, ...stopWatching() }
}

/** `rate` deltas a second. The lag is from when one was due to when the page took it. Times in ms. */
export async function streamPaced(deltas: readonly string[], rate: number) {
  const stopWatching = watchLongTasks()
  await frame()
  const startedAt = performance.now()
  const lags: number[] = []
  await postAtRate(deltas.length, rate, (index, dueAt) => {
    lags.push(performance.timeOrigin + performance.now() - dueAt)
    window.bench.push(deltas[index] ?? '')
  })
  await until(() => holdsText(streamEnd), 'the end of the stream is in the page')
  const wallMs = await painted() - startedAt
  lags.sort((one, other) => one - other)
  return { deltas: deltas.length, wallMs, lag95Ms: lags[Math.floor(lags.length * 0.95)] ?? 0, ...stopWatching() }
}

/** One a frame, so that what is counted does not hang on how fast the page is. */
export async function streamByFrames(deltas: readonly string[]) {
  for (const delta of deltas) {
    window.bench.push(delta)
    await frame()
  }
  await painted()
}
