import { readFields, readString } from '#layers/northlight/shared/surfacing/read-fields.ts'
import type {
  MessagePlan, StepsItem, SurfacingRow, ToolLineItem, UserFacingRow,
} from '#layers/northlight/shared/surfacing/surfacing-rows.ts'

/** One thing said to a screen reader, when it has finished speaking (`polite`) or at once (`assertive`). */
export interface Announcement {
  text: string
  urgency: 'polite' | 'assertive'
}

/** An announcement as it stands in its region. */
export interface SpokenLine {
  id: number
  text: string
}

/** How a turn ends, in words. A failure is said at once: what one waits for won't come. */
const endWords = {
  'stopped': { text: 'Stopped', urgency: 'polite' },
  'interrupted': { text: 'Interrupted', urgency: 'assertive' },
  'failed': { text: 'Failed', urgency: 'assertive' },
  'waiting': { text: 'Waiting for you', urgency: 'polite' },
  'done': { text: 'Answer ready', urgency: 'polite' },
  'finished-without-reply': { text: 'Finished without a reply', urgency: 'polite' },
} as const satisfies Record<string, Announcement>

type End = keyof typeof endWords

/**
 * What a screen reader is told between two states of a transcript: boundaries only, never text as it streams.
 * History, and a change of level alone, say nothing.
 */
export function planAnnouncements(before: readonly MessagePlan[], after: readonly MessagePlan[]): Announcement[] {
  const known = new Map(before.map((plan) => [plan.id, plan]))
  const next = new Map(after.map((plan) => [plan.id, plan]))
  // The place that is kept for an answer gives way to the answer: two messages, and one turn.
  const place = before.find((plan) => plan.running && !next.has(plan.id))
  const wasWorking = place !== undefined || before.some((plan) => plan.running && next.get(plan.id)?.running)
  return after
    .filter((plan) => plan.role === 'assistant' && known.get(plan.id) !== plan)
    .flatMap((plan) => planMessageAnnouncements(known.get(plan.id) ?? (plan === after.at(-1) ? place : undefined), plan, wasWorking))
}

function planMessageAnnouncements(before: MessagePlan | undefined, after: MessagePlan, wasWorking: boolean): Announcement[] {
  const started = after.running && !wasWorking
  const ended = !after.running && before?.running === true
  const sameLevel = before?.level === after.level
  return [
    ...(started ? [toPolite('Working')] : []),
    ...(sameLevel ? [...planStepAnnouncements(before, after), ...planQuestionAnnouncements(before, after)].map(toPolite) : []),
    ...(ended ? [toEndAnnouncement(after)] : []),
  ]
}

function toPolite(text: string): Announcement {
  return { text, urgency: 'polite' }
}

/** Each call that has ended since, in its own words. */
function planStepAnnouncements(before: MessagePlan, after: MessagePlan): string[] {
  const finished = new Set(toCalls(before).filter((call) => call.state !== 'running').map((call) => call.key))
  return toCalls(after)
    .filter((call) => call.state !== 'running' && !finished.has(call.key))
    .map((call) => call.label)
}

function planQuestionAnnouncements(before: MessagePlan, after: MessagePlan): string[] {
  const known = new Set(before.rows.flatMap((row) => toQuestionWords(row) === undefined ? [] : [row.key]))
  return after.rows.flatMap((row) => {
    const words = known.has(row.key) ? undefined : toQuestionWords(row)
    return words === undefined ? [] : [words]
  })
}

function toQuestionWords(row: SurfacingRow): string | undefined {
  if (row.kind !== 'user-facing' || row.slot !== 'question' || row.part.state === 'input-streaming') {
    return undefined
  }
  return `Question: ${readString(readFields(row.part.input ?? row.part.data).question) ?? 'see the chat'}`
}

function toEndAnnouncement(plan: MessagePlan): Announcement {
  const error = plan.rows.find((row): row is UserFacingRow => row.kind === 'user-facing' && row.slot === 'error')
  if (error !== undefined) {
    return { ...endWords.failed, text: `Failed: ${readString(readFields(error.part.data).message) ?? 'see the chat'}` }
  }
  return endWords[resolveEnd(plan)]
}

function resolveEnd(plan: MessagePlan): End {
  const closing = plan.rows.find((row) => row.kind === 'outcome')
  // Without a word of how it ended, the connection went before the answer did.
  const outcome = closing?.outcome ?? plan.metadata?.outcome ?? 'interrupted'
  return outcome === 'done' && endsWithQuestion(plan) ? 'waiting' : outcome
}

function endsWithQuestion(plan: MessagePlan): boolean {
  const last = plan.rows.findLast((row) => row.kind === 'user-facing' || row.kind === 'prose')
  return last?.kind === 'user-facing' && last.slot === 'question'
}

function toCalls(plan: MessagePlan): ToolLineItem['calls'] {
  return plan.rows.flatMap((row) => {
    const items: (StepsItem | SurfacingRow)[] = row.kind === 'steps' ? row.body : [row]
    return items.flatMap((item) => item.kind === 'tool-line' ? item.calls : [])
  })
}
