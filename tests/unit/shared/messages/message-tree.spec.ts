import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { resolveLeaf, resolvePath, resolveVersions } from '#layers/northlight/shared/messages/message-tree.ts'
import type { MessageNode } from '#layers/northlight/shared/messages/message-tree.ts'

/** Each message's parent is an earlier one, or none: any tree, and any forest, that a chat can grow into. */
const tree = fc.array(fc.nat(), { minLength: 1, maxLength: 30 }).map((choices) => choices.map((choice, index): MessageNode => {
  const parent = choice % (index + 1)
  return { id: `m${index}`, parentId: parent === index ? null : `m${parent}`, seq: index + 1 }
}))
const treeAndNode = tree.chain((nodes) => fc.tuple(fc.shuffledSubarray(nodes, { minLength: nodes.length }), fc.constantFrom(...nodes)))

const isAbove = (nodes: MessageNode[], id: string, leaf: string) => resolvePath(nodes, leaf).includes(id)

describe('the tree of a chat\'s messages', () => {
  it('gives the newest leaf under a message, whatever order the rows come in', () => {
    fc.assert(fc.property(treeAndNode, ([nodes, node]) => {
      const leaf = resolveLeaf(nodes, node.id)
      const parents = new Set(nodes.map(({ parentId }) => parentId))
      const leavesBelow = nodes.filter(({ id }) => !parents.has(id) && isAbove(nodes, node.id, id))
      expect(leaf).toBe(leavesBelow.toSorted((one, other) => other.seq - one.seq)[0]?.id)
    }))
  })

  it('gives a path from a root to the leaf, each message under the one before', () => {
    fc.assert(fc.property(treeAndNode, ([nodes, node]) => {
      const path = resolvePath(nodes, node.id)
      expect(path.at(-1)).toBe(node.id)
      expect(path.map((id) => nodes.find((candidate) => candidate.id === id)?.parentId)).toEqual([null, ...path.slice(0, -1)])
    }))
  })

  it('gives every version the same list, each version once, in the order of saying; nothing for an only one', () => {
    fc.assert(fc.property(tree, (nodes) => {
      const versions = resolveVersions(nodes, nodes.map(({ id }) => id))
      for (const { id, parentId } of nodes) {
        const siblings = nodes.filter((candidate) => candidate.parentId === parentId).map((candidate) => candidate.id)
        expect(versions[id]).toEqual(siblings.length > 1 ? siblings : undefined)
      }
    }))
  })

  it('reaches every message of the chat by choosing versions', () => {
    fc.assert(fc.property(tree, fc.nat(), (nodes, choice) => {
      const wanted = nodes[choice % nodes.length]?.id ?? ''
      let path = resolvePath(nodes, resolveLeaf(nodes, nodes[0]?.id ?? '') ?? null)
      for (const step of resolvePath(nodes, wanted)) {
        if (path.includes(step)) continue
        const shown = resolveVersions(nodes, path)
        expect(Object.values(shown).flat()).toContain(step)
        path = resolvePath(nodes, resolveLeaf(nodes, step) ?? null)
      }
      expect(path).toContain(wanted)
    }))
  })

  it('knows no leaf and no path of a message that is not there', () => {
    expect(resolveLeaf([], 'm')).toBeUndefined()
    expect(resolvePath([], null)).toEqual([])
    expect(resolveVersions([], ['m'])).toEqual({})
  })
})
