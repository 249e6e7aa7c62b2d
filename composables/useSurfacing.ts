import type { UIMessage } from 'ai'
import { computed } from 'vue'
import type { ComputedRef } from 'vue'
import { planSurfacing } from '#layers/northlight/shared/surfacing/plan-surfacing.ts'
import type { HostTools } from '#layers/northlight/shared/surfacing/host-tool.ts'
import type { DetailLevel } from '#layers/northlight/shared/settings/detail-level.ts'
import type { MessagePlan } from '#layers/northlight/shared/surfacing/surfacing-rows.ts'

interface Planned {
  message: UIMessage
  plan: MessagePlan
}

/** Stands for the answer that has been asked for and has not begun. */
const awaitedMessage: UIMessage = { id: 'awaited', role: 'assistant', parts: [] }

/** One plan a message; a message, level and liveness that did not change give the same plan object. */
export function useSurfacing(
  messages: () => readonly UIMessage[],
  level: () => DetailLevel,
  isWorking: () => boolean,
  tools?: HostTools,
): ComputedRef<MessagePlan[]> {
  let before = new Map<string, Planned>()
  return computed(() => {
    const shown = isWorking() && messages().at(-1)?.role === 'user' ? [...messages(), awaitedMessage] : messages()
    const planned = shown.map((message, index) => {
      const running = isWorking() && index === shown.length - 1 && message.role === 'assistant'
      const known = before.get(message.id)
      const isSame = known?.message === message && known.plan.level === level() && known.plan.running === running
      return isSame ? known : { message, plan: planSurfacing(message, { level: level(), running, ...(tools ? { tools } : {}) }, known?.plan) }
    })
    before = new Map(planned.map((entry) => [entry.message.id, entry]))
    return planned.map((entry) => entry.plan)
  })
}
