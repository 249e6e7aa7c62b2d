import { defineStore } from 'pinia'
import { ref, shallowReactive } from 'vue'
import type { Ref } from 'vue'
import { approvalListSchema, approvalSchema } from '#layers/northlight/shared/approvals/approval-answers.ts'
import type { Approval } from '#layers/northlight/shared/approvals/approval-answers.ts'
import type { ApprovalState } from '#layers/northlight/shared/approvals/approval-states.ts'
import { isNewerApproval } from '#layers/northlight/shared/approvals/is-newer-approval.ts'
import { RequestFailure, toJsonRequest } from '#layers/northlight/shared/host/chat-client.ts'
import type { ChatClient } from '#layers/northlight/shared/host/chat-client.ts'

export interface ApprovalQuery {
  /** `waiting`: a person must decide something about it. */
  state?: ApprovalState | 'waiting'
  chat?: string
  /** Only those that were asked before this one. */
  before?: string
  limit?: number
}

/** What a person may decide about what they were shown. */
export type DecisionChoice
  = { decision: 'approve' }
    | { decision: 'edit', body: Record<string, unknown> }
    | { decision: 'reject', reason?: string }

/** How it was taken: as it was meant, or not at all, since it had been decided or changed meanwhile. */
export type DecisionOutcome = 'taken' | 'overtaken'

export interface ApprovalPage {
  approvals: Approval[]
  hasMore: boolean
}

/** The approvals that this tab knows of, as they stand. */
export interface ApprovalBook {
  readonly known: ReadonlyMap<string, Approval>
  /** Asked for and not there, or not for this person to see. */
  readonly missing: ReadonlySet<string>
  /** How many wait for a person that this one may be; undefined until it is known. */
  readonly waiting: Readonly<Ref<number | undefined>>
  /** Throws what the request throws. */
  load(client: ChatClient, query?: ApprovalQuery): Promise<ApprovalPage>
  /** Undefined: it is not there. */
  read(client: ChatClient, id: string): Promise<Approval | undefined>
  /** About exactly what `approval` showed; what it stands like afterwards is known then. */
  decide(client: ChatClient, approval: Approval, choice: DecisionChoice): Promise<DecisionOutcome>
  /** Of one that nobody knew the end of: whether it happened, as a person has found out. */
  settle(client: ChatClient, approval: Approval, happened: boolean): Promise<DecisionOutcome>
}

/** There is none of that id, or none can have it: what a message names may be anything. */
const absent = new Set([400, 404])
/** Somebody was sooner, as the answer says. Whatever else stands in a decision's way is told to whoever made it. */
const overtakenCodes: ReadonlySet<string> = new Set(['approval-decided', 'approval-changed'])

/** What waits for decisions, and what became of it: one book an API, which every part of the page reads. */
export const useApprovalsStore = defineStore('approvals', () => {
  const books = new Map<string, ApprovalBook>()

  function open(apiUrl: string): ApprovalBook {
    const book = books.get(apiUrl) ?? createBook()
    books.set(apiUrl, book)
    return book
  }

  return { open }
})

function createBook(): ApprovalBook {
  const known = shallowReactive(new Map<string, Approval>())
  const missing = shallowReactive(new Set<string>())
  const waiting = ref<number>()
  let lastCount = 0

  function take(approval: Approval): Approval {
    const before = known.get(approval.id)
    if (before && !isNewerApproval(approval, before)) return before
    known.set(approval.id, approval)
    missing.delete(approval.id)
    return approval
  }

  async function load(client: ChatClient, query: ApprovalQuery = {}): Promise<ApprovalPage> {
    const number = ++lastCount
    const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
    const answer = approvalListSchema.parse(await client.json(`/api/approvals?${search}`))
    if (number === lastCount) waiting.value = answer.waiting
    return { approvals: answer.approvals.map(take), hasMore: answer.hasMore }
  }

  async function read(client: ChatClient, id: string): Promise<Approval | undefined> {
    try {
      return take(approvalSchema.parse(await client.json(toPath(id))))
    }
    catch (error) {
      if (!(error instanceof RequestFailure) || !absent.has(error.status)) throw error
      known.delete(id)
      missing.add(id)
      return undefined
    }
  }

  /** What was decided otherwise meanwhile is no failure: it is read again, and stands as it does. */
  async function send(client: ChatClient, { id, version, digest }: Approval, path: string, words: object): Promise<DecisionOutcome> {
    try {
      take(approvalSchema.parse(await client.json(`${toPath(id)}${path}`, toJsonRequest('POST', { ...words, version, digest }))))
      return 'taken'
    }
    catch (error) {
      if (!(error instanceof RequestFailure) || !overtakenCodes.has(error.body.code)) throw error
      await read(client, id)
      return 'overtaken'
    }
  }

  return {
    known, missing, waiting, load, read,
    decide: (client, approval, choice) => send(client, approval, '', choice),
    settle: (client, approval, happened) => send(client, approval, '/settlement', { happened }),
  }
}

function toPath(id: string): string {
  return `/api/approvals/${encodeURIComponent(id)}`
}
