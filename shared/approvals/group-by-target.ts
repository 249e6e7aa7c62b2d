import type { Approval } from './approval-answers.ts'

export interface ApprovalGroup<Item> {
  /** Unique among the groups. */
  key: string
  /** As the newest of them tells it. */
  target: Approval['target']
  /** The newest first. */
  approvals: Item[]
}

type Listed = Pick<Approval, 'id' | 'target' | 'createdAt'>

/** Approvals by what they act on; what was asked about last stands first, among the groups and in each. */
export function groupByTarget<Item extends Listed>(approvals: Iterable<Item>): ApprovalGroup<Item>[] {
  const groups = new Map<string, ApprovalGroup<Item>>()
  for (const approval of [...approvals].toSorted(compareNewestFirst)) {
    const key = JSON.stringify([approval.target.kind, approval.target.key])
    const group = groups.get(key) ?? { key, target: approval.target, approvals: [] }
    group.approvals.push(approval)
    groups.set(key, group)
  }
  return [...groups.values()]
}

function compareNewestFirst(one: Listed, other: Listed): number {
  return other.createdAt - one.createdAt || (one.id < other.id ? -1 : one.id > other.id ? 1 : 0)
}
