import { onBeforeUnmount, onMounted, ref, watch, type Ref } from 'vue'

const tickMilliseconds = 1_000

/** Milliseconds since `startedAt`, ticking while `live`; undefined before mounting, so that server and browser paint the same. */
export function useElapsedClock(startedAt: () => number | undefined, live: () => boolean): Ref<number | undefined> {
  const elapsed = ref<number>()
  let timer: ReturnType<typeof setInterval> | undefined
  const tick = () => {
    const start = startedAt()
    elapsed.value = start === undefined ? undefined : Math.max(0, Date.now() - start)
  }
  const stop = () => clearInterval(timer)
  const start = () => {
    stop()
    if (live()) {
      tick()
      timer = setInterval(tick, tickMilliseconds)
    }
  }
  onMounted(() => watch([startedAt, live], start, { immediate: true }))
  onBeforeUnmount(stop)
  return elapsed
}
