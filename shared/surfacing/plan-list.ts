import type { MessagePlan } from './surfacing-rows.ts'

/** The plans of a chat in order. A long chat's are computed one by one, as they are read. */
export interface PlanList {
  /** The ids of the messages; the same array while none comes, goes or moves. */
  readonly ids: readonly string[]
  /** The plan of one message; without rows for one that is not there any more. */
  planOf(id: string): MessagePlan
}

/** What is shown of a message that has gone, until what showed it has gone too. */
export function toGonePlan(id: string): MessagePlan {
  return { id, role: 'assistant', level: 1, running: false, rows: [] }
}

/** Plans that are there already, as a list. */
export function toPlanList(plans: readonly MessagePlan[]): PlanList {
  const byId = new Map(plans.map((plan) => [plan.id, plan]))
  return { ids: [...byId.keys()], planOf: (id) => byId.get(id) ?? toGonePlan(id) }
}
