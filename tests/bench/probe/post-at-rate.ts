/** Runs in a worker, and so can use nothing from outside. */
function runClock() {
  addEventListener('message', ({ data: { count, rate } }: MessageEvent<{ count: number, rate: number }>) => {
    const now = () => performance.timeOrigin + performance.now()
    const startedAt = now()
    let next = 0
    const post = () => {
      const due = Math.min(count, Math.floor((now() - startedAt) * rate / 1_000) + 1)
      for (; next < due; next++) postMessage([next, startedAt + next * 1_000 / rate])
      if (next < count) setTimeout(post, 1)
    }
    post()
  })
}

/** Calls with 0 to `count` - 1, `rate` a second, and when each was due, from a clock that a busy page does not hold up. */
export async function postAtRate(count: number, rate: number, take: (index: number, dueAt: number) => void): Promise<void> {
  const address = URL.createObjectURL(new Blob([`(${runClock.toString()})()`], { type: 'text/javascript' }))
  const worker = new Worker(address)
  await new Promise<void>((resolve) => {
    worker.onmessage = ({ data: [index, dueAt] }: MessageEvent<[number, number]>) => {
      take(index, dueAt)
      if (index === count - 1) resolve()
    }
    worker.postMessage({ count, rate })
  })
  worker.terminate()
  URL.revokeObjectURL(address)
}
