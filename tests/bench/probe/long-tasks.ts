/** Tasks of more than 50 ms since it was called. */
export function watchLongTasks() {
  const from = performance.now()
  const tasks: { startTime: number, duration: number }[] = []
  const observer = new PerformanceObserver((list) => tasks.push(...list.getEntries()))
  observer.observe({ type: 'longtask' })
  return () => {
    tasks.push(...observer.takeRecords())
    observer.disconnect()
    const since = tasks.filter(({ startTime }) => startTime >= from)
    return { longTasks: since.length, longestTaskMs: Math.max(0, ...since.map(({ duration }) => duration)) }
  }
}
