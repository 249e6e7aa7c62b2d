interface Waiting {
  name: string
  run(): void
}

export interface FakeLocks extends Pick<LockManager, 'request' | 'query'> {
  /** Names that are held now. */
  held(): string[]
}

type Callback = (lock: Lock | null) => unknown

/** The browser's lock manager, as far as we use it: exclusive locks, first come, first served, each grant a task of its own. */
export function createFakeLocks(): FakeLocks {
  const held = new Set<string>()
  let waiting: Waiting[] = []

  async function hold(name: string, callback: Callback): Promise<unknown> {
    held.add(name)
    try {
      await Promise.resolve()
      return await callback({ name, mode: 'exclusive' })
    }
    finally {
      held.delete(name)
      const next = waiting.find((request) => request.name === name)
      waiting = waiting.filter((request) => request !== next)
      next?.run()
    }
  }

  function request(name: string, options: LockOptions, callback: Callback): Promise<unknown> {
    if (!held.has(name)) return hold(name, callback)
    if (options.ifAvailable) return Promise.resolve(callback(null))
    return new Promise((resolve, reject) => {
      const own: Waiting = { name, run: () => resolve(hold(name, callback)) }
      waiting.push(own)
      options.signal?.addEventListener('abort', () => {
        if (!waiting.includes(own)) return
        waiting = waiting.filter((other) => other !== own)
        reject(options.signal?.reason)
      })
    })
  }

  return {
    request: request as LockManager['request'],
    query: async () => ({ held: [...held].map((name) => ({ name })), pending: waiting.map(({ name }) => ({ name })) }),
    held: () => [...held],
  }
}
