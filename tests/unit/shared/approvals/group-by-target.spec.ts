import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { groupByTarget } from '#layers/northlight/shared/approvals/group-by-target.ts'

const toItem = (id: string, kind: string, key: string, createdAt: number, title: string | null = null) => ({ id, createdAt, target: { kind, key, url: null, title } })

describe('groupByTarget', () => {
  it('puts what is about one thing together, the newest first', () => {
    const groups = groupByTarget([
      toItem('a', 'pull_request', 'acme/shop#12', 1, 'Old title'),
      toItem('b', 'issue', 'acme/shop#12', 2),
      toItem('c', 'pull_request', 'acme/shop#12', 3, 'New title'),
      toItem('d', 'webhook', 'deploys', 2),
    ])
    expect(groups.map(({ target, approvals }) => [target.kind, target.title, approvals.map(({ id }) => id)])).toEqual([
      ['pull_request', 'New title', ['c', 'a']], ['issue', null, ['b']], ['webhook', null, ['d']],
    ])
  })

  it('has each once, keeps unlike things apart, and does not depend on the order they come in', () => {
    const items = fc.uniqueArray(fc.tuple(fc.string(), fc.string(), fc.string(), fc.nat(5)), { selector: ([id]) => id })
    fc.assert(fc.property(items, (tuples) => {
      const all = tuples.map(([id, kind, key, at]) => toItem(id, kind, key, at))
      const groups = groupByTarget(all)
      expect(groups.flatMap(({ approvals }) => approvals.map(({ id }) => id)).toSorted()).toEqual(all.map(({ id }) => id).toSorted())
      for (const { approvals, target } of groups) {
        for (const approval of approvals) expect([approval.target.kind, approval.target.key]).toEqual([target.kind, target.key])
        expect(approvals.map(({ createdAt }) => createdAt)).toEqual(approvals.map(({ createdAt }) => createdAt).toSorted((one, other) => other - one))
      }
      expect(new Set(groups.map(({ target }) => JSON.stringify([target.kind, target.key]))).size).toBe(groups.length)
      const firsts = groups.map(({ approvals }) => approvals[0]?.createdAt ?? 0)
      expect(firsts).toEqual(firsts.toSorted((one, other) => other - one))
      expect(groupByTarget(all.toReversed())).toEqual(groups)
    }), { numRuns: 1_000 })
  })
})
