import type { ChatEvent } from '#layers/northlight/shared/events/chat-event.ts'
import type { ExecutionOrder } from '#layers/northlight/server/approvals/executors/executor.ts'
import type { Services } from '#layers/northlight/server/utils/services.ts'
import { createFakeExecutor } from './fake-executor.ts'
import type { FakeExecutor } from './fake-executor.ts'
import { createPromptJobs } from './prompt-jobs.ts'
import type { TestServers } from './use-test-servers.ts'

type ApprovalEventTold = Extract<ChatEvent, { type: 'approval' }>

/** Two servers on one database and one world outside, whose every step the test takes itself: no job runs. */
export interface WatchedWorld {
  readonly nodes: readonly [Services, Services]
  readonly executor: FakeExecutor
  /** Orders that an executor was given to carry out. */
  readonly begun: ExecutionOrder[]
  /** What the readers of each server were told of approvals. */
  readonly told: readonly [ApprovalEventTold[], ApprovalEventTold[]]
  /** The keys by which turns were sent to go on: the queue takes one of each. */
  readonly continued: Set<string>
  /** What is done outside from here on waits; the function lets it go on. */
  holdOutside(): () => void
  /** Lets all go on. */
  releaseOutside(): void
  forget(): void
}

export async function createWatchedWorld(servers: TestServers): Promise<WatchedWorld> {
  const executor = createFakeExecutor()
  const begun: ExecutionOrder[] = []
  const continued = new Set<string>()
  const releases = new Set<() => void>()
  const { run } = executor
  executor.run = (order, context) => {
    begun.push(order)
    return run(order, context)
  }
  const start = async () => {
    const forgetful = createPromptJobs([], () => services)
    const { services } = await servers.start({
      executors: [executor],
      jobs: { ...forgetful, sendWithin: async (_transaction, { name }, _data, key) => void (name === 'continue-turn' && continued.add(key)) },
    })
    const events: ApprovalEventTold[] = []
    services.events.subscribe(services.localPrincipal, { take: (event) => void (event.type === 'approval' && events.push(event)), end: () => {} })
    return { services, events }
  }
  const [one, two] = [await start(), await start()]
  const releaseOutside = () => {
    for (const release of releases) release()
    releases.clear()
  }
  return {
    nodes: [one.services, two.services], executor, begun, continued, told: [one.events, two.events], releaseOutside,
    holdOutside() {
      const { promise, resolve } = Promise.withResolvers<void>()
      executor.hold = promise
      releases.add(resolve)
      return releaseOutside
    },
    forget() {
      continued.clear()
      for (const list of [begun, one.events, two.events]) list.length = 0
    },
  }
}
