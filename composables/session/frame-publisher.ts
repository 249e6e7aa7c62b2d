/** Calls back at most once a frame, however often it is asked to; at once a second where no frame is drawn. */
export function createFramePublisher(publish: () => void) {
  const hiddenDelayMs = 1_000
  let isScheduled = false
  const run = () => {
    isScheduled = false
    publish()
  }
  return {
    schedule() {
      if (isScheduled) return
      isScheduled = true
      if (document.hidden) setTimeout(run, hiddenDelayMs)
      else requestAnimationFrame(run)
    },
    /** Publishes now what was scheduled for later. */
    flush() {
      if (isScheduled) run()
    },
  }
}
