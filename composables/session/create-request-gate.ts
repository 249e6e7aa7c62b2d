import { ref } from 'vue'

export interface RequestGateHooks {
  onBegin(): void
  onEnd(): void
}

/** Lets one request of a conversation through at a time. */
export function createRequestGate({ onBegin, onEnd }: RequestGateHooks) {
  const isBusy = ref(false)
  const endings: (() => void)[] = []
  let held: Promise<unknown> | undefined

  /** False when something else is under way, and nothing was done. */
  async function run(work: () => Promise<void>): Promise<boolean> {
    if (isBusy.value) return false
    isBusy.value = true
    onBegin()
    try {
      if (held) await held
      await work()
    }
    finally {
      onEnd()
      isBusy.value = false
      for (const callback of endings) callback()
    }
    return true
  }

  return {
    isBusy,
    run,
    /** Calls back whenever something that was under way has ended. */
    whenEnded(callback: () => void) {
      endings.push(callback)
    },
    /** What is asked for meanwhile begins only when `work`, which never rejects, is done. */
    holdUntil(work: Promise<unknown>) {
      held = work.finally(() => {
        held = undefined
      })
    },
  }
}
