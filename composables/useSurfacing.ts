import type { UIMessage } from 'ai'
import { computed, type ComputedRef } from 'vue'
import { planSurfacing } from '#layers/northlight/shared/surfacing/plan-surfacing.ts'
import { toGonePlan, type PlanList } from '#layers/northlight/shared/surfacing/plan-list.ts'
import type { HostTools } from '#layers/northlight/shared/surfacing/host-tool.ts'
import type { DetailLevel } from '#layers/northlight/shared/settings/detail-level.ts'
import type { MessagePlan } from '#layers/northlight/shared/surfacing/surfacing-rows.ts'
import { keepSameList } from './keep-same-list.ts'

interface SurfacedChat {
  messages: () => readonly UIMessage[]
  level: () => DetailLevel
  isWorking: () => boolean
  tools?: HostTools
}

/** Stands for the answer that has been asked for and has not begun. */
const awaitedMessage: UIMessage = { id: 'awaited', role: 'assistant', parts: [] }

/**
 * One plan a message, computed when it is read: a message out of sight costs nothing. Whoever reads a plan is told when
 * that plan changed, and of no other; a message, level and liveness that did not change give the same plan object.
 */
export function useSurfacing(chat: SurfacedChat): PlanList {
  const shown = computed(() => chat.isWorking() && chat.messages().at(-1)?.role === 'user' ? [...chat.messages(), awaitedMessage] : chat.messages())
  const ids = computed<readonly string[]>((before) => keepSameList(before, shown.value.map(({ id }) => id)))
  const plans = new Map<string, ComputedRef<MessagePlan>>()
  return {
    get ids() {
      return ids.value
    },
    planOf(id) {
      const plan = plans.get(id) ?? computePlan(chat, () => shown.value, id)
      plans.set(id, plan)
      return plan.value
    },
  }
}

function computePlan({ level, isWorking, tools }: SurfacedChat, shown: () => readonly UIMessage[], id: string): ComputedRef<MessagePlan> {
  let index = -1
  let planned: { message: UIMessage, plan: MessagePlan } | undefined
  return computed(() => {
    const messages = shown()
    if (messages[index]?.id !== id) index = messages.findIndex((message) => message.id === id)
    const message = messages[index]
    if (!message) return planned?.plan ?? toGonePlan(id)
    const running = isWorking() && index === messages.length - 1 && message.role === 'assistant'
    const isSame = planned?.message === message && planned.plan.level === level() && planned.plan.running === running
    const plan = isSame && planned ? planned.plan : planSurfacing(message, { level: level(), running, ...(tools ? { tools } : {}) }, planned?.plan)
    planned = { message, plan }
    return plan
  })
}
