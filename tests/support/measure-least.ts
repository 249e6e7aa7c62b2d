const rounds = 15

/** The least time of several rounds: what the work takes when nothing else holds the machine. In milliseconds. */
export function measureLeastMs(run: () => void): number {
  const times = Array.from({ length: rounds }, () => {
    const startedAt = performance.now()
    run()
    return performance.now() - startedAt
  })
  return Math.min(...times)
}
